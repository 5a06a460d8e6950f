# Two stages: the binary is built static, and runs as nobody in an image that
# holds nothing but it and the certificates that Discord's address needs.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o parlour ./cmd/parlour
RUN mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/parlour /parlour
COPY --from=build --chown=65534:65534 /data /data
USER 65534:65534
ENV PARLOUR_STORE=/data/parlour.db
VOLUME /data
ENTRYPOINT ["/parlour"]
CMD ["run"]
