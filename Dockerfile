# Two stages. The first builds a static binary. The second holds that binary and
# the certificates for Discord's address, and runs the binary as nobody.
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
