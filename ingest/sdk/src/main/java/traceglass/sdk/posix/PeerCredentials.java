package traceglass.sdk.posix;

/// The process at the other end of a socket when the connection was made.
public record PeerCredentials(int pid, int uid, int gid) {}
