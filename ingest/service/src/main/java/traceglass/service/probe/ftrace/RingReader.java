package traceglass.service.probe.ftrace;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.protos.ftrace.FtraceParseStatus;
import traceglass.sdk.posix.NonBlockingFile;
import traceglass.service.probe.ftrace.page.PageShape;

/// Reads the raw ring buffer pages of all CPUs in small batches, so that memory stays bounded.
final class RingReader implements Closeable {

    /// Receives batches of pages.
    interface Pages {

        /// @param pages contents of the pages; overwritten by the next batch
        void onPages(int cpu, byte[] pages, int count);

        void onFailure(int cpu, FtraceParseStatus status);
    }

    /// Value of `until` for a drain that can leave events that were just written.
    static final long NOW = Long.MIN_VALUE;

    private static final int BATCH_PAGES = 32;

    /// Temporary errors: no data, out of memory, busy, CPU offline.
    private static final List<Integer> HARMLESS_ERRORS = List.of(NonBlockingFile.AGAIN, -12, -16, -19);

    private record Ring(int cpu, NonBlockingFile file) {}

    private final PageShape shape;
    private final List<Ring> rings = new ArrayList<>();
    private final byte[] pages;

    private RingReader(PageShape shape) {
        this.shape = shape;
        pages = new byte[BATCH_PAGES * shape.size()];
    }

    static RingReader open(Tracefs tracefs, PageShape shape) throws IOException {
        RingReader reader = new RingReader(shape);
        try {
            for (int cpu : tracefs.cpus()) {
                reader.rings.add(new Ring(cpu, tracefs.openPages(cpu, shape.size())));
            }
        } catch (IOException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    /// Reads until it has caught up with the kernel or reached the limit.
    ///
    /// @param limit maximum number of pages per CPU
    /// @param until trace clock time up to which all events are read, or [#NOW]
    /// @return whether pages are left
    boolean drain(int limit, long until, Pages to) {
        boolean hasMore = false;
        for (Ring ring : rings) {
            hasMore |= drain(ring, limit, until, to);
        }
        return hasMore;
    }

    private boolean drain(Ring ring, int limit, long until, Pages to) {
        int total = 0;
        while (total < limit) {
            int maximum = Math.min(BATCH_PAGES, limit - total);
            int count = read(ring, maximum, total == 0, until, to);
            if (count > 0) {
                to.onPages(ring.cpu(), pages, count);
            }
            total += count;
            if (count < maximum) {
                return false;
            }
        }
        return true;
    }

    /// Reads some pages. A page that is less than half full ends the batch, because the kernel was still
    /// writing it. This does not hold for the first page, which can be the remainder of a page that was partly
    /// read.
    private int read(Ring ring, int maximum, boolean isFirst, long until, Pages to) {
        int count = 0;
        while (count < maximum) {
            int offset = count * shape.size();
            int size = ring.file().read(pages, offset, shape.size());
            if (size < 0 && !HARMLESS_ERRORS.contains(size)) {
                to.onFailure(ring.cpu(), FtraceParseStatus.FTRACE_STATUS_UNEXPECTED_READ_ERROR);
            } else if (size > 0 && size != shape.size()) {
                to.onFailure(ring.cpu(), FtraceParseStatus.FTRACE_STATUS_PARTIAL_PAGE_READ);
            }
            if (size != shape.size()) {
                break;
            }
            count++;
            boolean isCaughtUp = until == NOW
                    ? shape.bytes(pages, offset) < shape.size() / 2 && !(isFirst && count == 1)
                    : shape.time(pages, offset) > until;
            if (isCaughtUp) {
                break;
            }
        }
        return count;
    }

    @Override
    public void close() {
        rings.forEach(ring -> ring.file().close());
        rings.clear();
    }
}
