package traceglass.service.posix;

import java.io.IOException;

/// A system call that failed.
final class SystemCallFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final int error;

    SystemCallFailure(String call, int error) {
        super(call + " failed with error " + error + text(error));
        this.error = error;
    }

    int error() {
        return error;
    }

    private static String text(int error) {
        return switch (error) {
            case 2 -> " (no such file or folder)";
            case 11 -> " (would block)";
            case 13 -> " (permission denied)";
            case 17 -> " (file exists)";
            case 28 -> " (no space left)";
            case 32 -> " (broken pipe)";
            case 36 -> " (name too long)";
            case 98 -> " (address in use)";
            case 104 -> " (connection reset)";
            case 111 -> " (connection refused)";
            default -> "";
        };
    }
}
