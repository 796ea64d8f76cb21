package traceglass.service.probe.ftrace.page;

/// Layout of a page of the kernel's ring buffers.
///
/// @param commitSize bytes of the commit word, which contains the number of valid bytes and the flag for lost events
/// @param dataOffset offset of the events
/// @param size size of the whole page in bytes
public record PageShape(int commitSize, int dataOffset, int size) {

    /// Offset of the time of the first event, 8 bytes.
    static final int TIME = 0;

    /// Offset of the commit word.
    static final int COMMIT = Long.BYTES;

    /// Layout of 64-bit kernels with pages of 4 KiB.
    public static final PageShape DEFAULT = new PageShape(Long.BYTES, 2 * Long.BYTES, 4096);

    private static final int LENGTH_MASK = (1 << 27) - 1;
    private static final int MIN_SIZE = 256;
    private static final int MAX_SIZE = 1 << 20;

    /// Returns the layout described by `events/header_page`, or the default if the text can't be parsed.
    public static PageShape parse(String headerPage) {
        int commit = 0;
        int data = 0;
        int size = 0;
        for (RecordField field : RecordLayout.fields(headerPage)) {
            if (field.name().equals("commit") && field.offset() == COMMIT) {
                commit = field.size();
            } else if (field.name().equals("data")) {
                data = field.offset();
                size = field.end();
            }
        }
        boolean isValid = (commit == Integer.BYTES || commit == Long.BYTES)
                && data == COMMIT + commit
                && size >= MIN_SIZE
                && size <= MAX_SIZE;
        return isValid ? new PageShape(commit, data, size) : DEFAULT;
    }

    /// Returns the time of the first event of a page.
    public long time(byte[] pages, int offset) {
        return LittleEndian.int64(pages, offset + TIME);
    }

    /// Returns the number of valid bytes of a page.
    public int bytes(byte[] pages, int offset) {
        return LittleEndian.int32(pages, offset + COMMIT) & LENGTH_MASK;
    }

    /// Returns whether events were lost before a page.
    boolean isAfterLoss(byte[] pages, int offset) {
        return LittleEndian.int32(pages, offset + COMMIT) < 0;
    }
}
