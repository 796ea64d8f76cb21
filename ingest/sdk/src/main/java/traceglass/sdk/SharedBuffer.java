package traceglass.sdk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sdk.posix.SharedMemory;
import traceglass.sdk.proto.ProtoWriter;

/// The memory that a producer shares with the tracing service: pages of one chunk each, which threads fill and the
/// service empties. Layout: section B of the shared memory ABI. All methods hold the lock of this object.
final class SharedBuffer {

    /// Bytes before the payload: the header of the page and that of the chunk.
    static final int HEADER = 16;

    private static final int ONE_CHUNK = 1 << 28;
    private static final int WRITING = ONE_CHUNK | 1;
    private static final int COMPLETE = ONE_CHUNK | 3;

    /// A chunk that is ready for the service.
    private record Move(int page, int target) {}

    private final SharedMemory memory;
    private final int pageSize;
    private final int pages;
    private final List<Move> moves = new ArrayList<>();
    private int last;

    SharedBuffer(SharedMemory memory, int pageSize) throws IOException {
        if (pageSize < 4096 || pageSize % 4096 != 0 || memory.segment().byteSize() < pageSize) {
            throw new IOException("The service offers shared memory with pages of " + pageSize + " bytes");
        }
        this.memory = memory;
        this.pageSize = pageSize;
        pages = (int) (memory.segment().byteSize() / pageSize);
    }

    SharedMemory memory() {
        return memory;
    }

    long offset(int page) {
        return (long) page * pageSize;
    }

    int payloadSize() {
        // The chunk is what is behind the header of the page, rounded down to a multiple of four.
        return (pageSize - 8) / 4 * 4 - 8;
    }

    /// Takes free pages for a writer.
    ///
    /// @return their indexes, or an empty array if there are too few
    synchronized int[] acquire(int count) {
        int[] found = new int[count];
        int taken = 0;
        for (int i = 0; i < pages && taken < count; i++) {
            int page = (last + 1 + i) % pages;
            if (memory.compareAndSetInt(offset(page), 0, WRITING)) {
                found[taken++] = page;
            }
        }
        if (taken < count) {
            for (int i = 0; i < taken; i++) {
                memory.setInt(offset(found[i]), 0);
            }
            return new int[0];
        }
        last = found[count - 1];
        return found;
    }

    /// Hands a page over to the service with the next commit.
    synchronized void complete(int page, int target) {
        if (memory.compareAndSetInt(offset(page), WRITING, COMPLETE)) {
            moves.add(new Move(page, target));
        }
    }

    synchronized boolean isHalfPending() {
        return moves.size() >= pages / 2;
    }

    synchronized boolean hasPending() {
        return !moves.isEmpty();
    }

    /// Encodes the pending pages as a request to commit them, and forgets them.
    synchronized byte[] takeCommit(long flushRequest) {
        ProtoWriter commit = new ProtoWriter();
        for (Move move : moves) {
            int start = commit.open(1);
            commit.varint(1, move.page).varint(2, 0).varint(3, move.target);
            commit.close(start);
        }
        moves.clear();
        if (flushRequest != 0) {
            commit.varint(3, flushRequest);
        }
        return commit.toByteArray();
    }
}
