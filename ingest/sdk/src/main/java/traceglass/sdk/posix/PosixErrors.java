package traceglass.sdk.posix;

/// Error numbers of Linux, the same on x86-64 and aarch64.
public final class PosixErrors {

    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int EPIPE = 32;
    public static final int ENAMETOOLONG = 36;
    public static final int EMSGSIZE = 90;
    public static final int EADDRINUSE = 98;
    public static final int ECONNRESET = 104;
    public static final int ECONNREFUSED = 111;

    private PosixErrors() {}

    static String text(int errno) {
        return switch (errno) {
            case ENOENT -> "no such file or directory";
            case EACCES -> "permission denied";
            case EAGAIN -> "not ready in time";
            case EPIPE, ECONNRESET -> "the other end closed the connection";
            case ENAMETOOLONG -> "the name is too long";
            case EMSGSIZE -> "the message was truncated";
            case EADDRINUSE -> "the address is in use";
            case ECONNREFUSED -> "nothing listens there";
            default -> "error " + errno;
        };
    }
}
