package traceglass.app.update;

/// A package of a release.
///
/// @param name file name
/// @param type package type, such as `tar` or `deb`
/// @param kind `full`, or `cli` without windows
/// @param system operating system and architecture, such as `linux-amd64`
/// @param size size in bytes
/// @param sha256 in hexadecimal digits
/// @param signature signature of the package's line in the checksum file, in Base64
/// @param minSystemVersion the earliest version of the operating system that it runs on; empty if there is none
public record ReleaseFile(
        String name,
        String type,
        String kind,
        String system,
        long size,
        String sha256,
        String signature,
        String minSystemVersion) {}
