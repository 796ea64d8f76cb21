package traceglass.service.abi;

/// Sizes of shared memory and of its pages, in bytes.
public record SharedMemorySize(int size, int pageSize) {

    public static final SharedMemorySize DEFAULT = new SharedMemorySize(256 << 10, 4096);

    private static final int MAX_SIZE = 32 << 20;
    private static final int MIN_PAGE = 4096;
    private static final int MAX_PAGE = 32768;

    /// Chooses sizes given the requested ones, 0 for no request. If one of them is invalid, both are the defaults.
    public static SharedMemorySize choose(long size, long pageSize) {
        int page = (int) Math.min(pageSize == 0 ? DEFAULT.pageSize : pageSize, MAX_PAGE);
        int bytes = (int) Math.min(size == 0 ? DEFAULT.size : size, MAX_SIZE);
        return isValid(bytes, page) ? new SharedMemorySize(bytes, page) : DEFAULT;
    }

    /// Whether memory of this size can be divided into pages of this size.
    public static boolean isValid(long size, long pageSize) {
        return pageSize >= MIN_PAGE
                && pageSize <= MAX_PAGE
                && Long.bitCount(pageSize) == 1
                && size >= pageSize
                && size <= MAX_SIZE
                && size % pageSize == 0;
    }
}
