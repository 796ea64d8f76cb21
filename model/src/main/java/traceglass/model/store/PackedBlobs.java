package traceglass.model.store;

/// The blobs of a chunk one behind the other: as arrays of their own, small ones take three times their bytes.
final class PackedBlobs {

    private final byte[] bytes;
    /// Where each ends; the complement of it where it is NULL.
    private final int[] ends;

    private PackedBlobs(byte[] bytes, int[] ends) {
        this.bytes = bytes;
        this.ends = ends;
    }

    /// The first `rows` of a column's array; that array itself where they are too large for one.
    static Object of(byte[][] blobs, int rows) {
        long total = 0;
        for (int i = 0; i < rows; i++) {
            total += blobs[i] == null ? 0 : blobs[i].length;
        }
        if (total > Integer.MAX_VALUE / 4) {
            return blobs;
        }
        byte[] bytes = new byte[(int) total];
        int[] ends = new int[rows];
        int at = 0;
        for (int i = 0; i < rows; i++) {
            byte[] blob = blobs[i];
            if (blob == null) {
                ends[i] = ~at;
                continue;
            }
            System.arraycopy(blob, 0, bytes, at, blob.length);
            at += blob.length;
            ends[i] = at;
        }
        return new PackedBlobs(bytes, ends);
    }

    /// About how many bytes of memory this takes.
    long size() {
        return bytes.length + 4L * ends.length;
    }

    /// All of them; where each one is, [#start] and [#end] say.
    byte[] bytes() {
        return bytes;
    }

    boolean isNull(int row) {
        return ends[row] < 0;
    }

    int start(int row) {
        return row == 0 ? 0 : end(row - 1);
    }

    int end(int row) {
        int end = ends[row];
        return end < 0 ? ~end : end;
    }
}
