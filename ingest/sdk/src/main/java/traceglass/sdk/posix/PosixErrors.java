package traceglass.sdk.posix;

/// Error numbers of Linux, the same on x86-64 and aarch64.
public final class PosixErrors {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int EACCES = 13;
    public static final int EEXIST = 17;
    public static final int ENODEV = 19;
    public static final int EINVAL = 22;
    public static final int ENOSPC = 28;
    public static final int EPIPE = 32;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOSYS = 38;
    public static final int EMSGSIZE = 90;
    public static final int EADDRINUSE = 98;
    public static final int ECONNRESET = 104;
    public static final int ECONNREFUSED = 111;

    private PosixErrors() {}

    static String text(int errno) {
        return switch (errno) {
            case EPERM -> " (operation not permitted)";
            case ENOENT -> " (no such file or folder)";
            case EAGAIN -> " (would block)";
            case EACCES -> " (permission denied)";
            case EEXIST -> " (file exists)";
            case ENODEV -> " (no such device)";
            case EINVAL -> " (invalid argument)";
            case ENOSPC -> " (no space left)";
            case EPIPE -> " (broken pipe)";
            case ENAMETOOLONG -> " (name too long)";
            case ENOSYS -> " (not available in this kernel)";
            case EMSGSIZE -> " (message truncated)";
            case EADDRINUSE -> " (address in use)";
            case ECONNRESET -> " (connection reset)";
            case ECONNREFUSED -> " (connection refused)";
            default -> "";
        };
    }
}
