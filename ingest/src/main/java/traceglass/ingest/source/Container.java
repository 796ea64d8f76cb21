package traceglass.ingest.source;

/// What wraps traces, told by the first bytes.
enum Container {
    NONE, GZIP, ZSTD, ZIP, TAR;

    static Container of(byte[] head) {
        if (starts(head, 0, 0x1f, 0x8b)) {
            return GZIP;
        }
        if (starts(head, 0, 0x28, 0xb5, 0x2f, 0xfd)) {
            return ZSTD;
        }
        if (starts(head, 0, 'P', 'K', 3, 4) || starts(head, 0, 'P', 'K', 5, 6)) {
            return ZIP;
        }
        return starts(head, 257, 'u', 's', 't', 'a', 'r') ? TAR : NONE;
    }

    boolean isArchive() {
        return this == ZIP || this == TAR;
    }

    private static boolean starts(byte[] head, int at, int... mark) {
        if (head.length < at + mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((head[at + i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
