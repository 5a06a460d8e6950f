# Two stages. The first builds a static binary. The second holds that binary and
# the certificates for Discord's address, and runs the binary as nobody.
# The base image is named by its version alone; a release may pin its digest.
# packaging/Dockerfile has the same second stage, around the binary of a release.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o parlour ./cmd/parlour
WORKDIR /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65534:65534 /data /data
COPY --from=build /src/parlour /parlour
USER 65534:65534
ENV PARLOUR_STORE=/data/parlour.db PARLOUR_WEB=:8080
VOLUME /data
HEALTHCHECK --start-period=1m --timeout=6s CMD ["/parlour", "health", "--live"]
ENTRYPOINT ["/parlour"]
CMD ["run"]
