package traceglass.ingest.tracker.machine;

/// Major and minor version of a Linux kernel, e.g. 5.10.
public record KernelVersion(long major, long minor) {

    /// Parses the version from the fields of `uname`.
    ///
    /// @param sysname name of the system; must be `Linux`
    /// @param release e.g. `5.10.43-android12`
    /// @return null if it is not a Linux version
    public static KernelVersion parse(String sysname, String release) {
        if (!"Linux".equals(sysname) || release == null || release.isEmpty()) {
            return null;
        }
        int dot = release.indexOf('.');
        if (dot < 0) {
            return null;
        }
        int second = release.indexOf('.', dot + 1);
        long major = parseNumber(release.substring(0, dot));
        long minor = parseNumber(release.substring(dot + 1, second < 0 ? release.length() : second));
        return major < 0 || minor < 0 ? null : new KernelVersion(major, minor);
    }

    private static long parseNumber(String digits) {
        if (digits.isEmpty() || digits.length() > 9) {
            return -1;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return -1;
            }
        }
        return Long.parseLong(digits);
    }

    /// Returns whether this version is the given version or a later one.
    public boolean isAtLeast(long otherMajor, long otherMinor) {
        return major > otherMajor || major == otherMajor && minor >= otherMinor;
    }
}
