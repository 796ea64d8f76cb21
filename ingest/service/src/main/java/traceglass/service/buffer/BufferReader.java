package traceglass.service.buffer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads packets from a trace buffer in cycles. A cycle visits the chunks from oldest to newest and reads each
/// writer's chunks in the order of their ids; a writer that waits for a missing chunk is left for the next
/// cycle.
final class BufferReader {

    private final TraceBuffer buffer;
    private boolean isReading;
    private @Nullable StoredChunk current;
    private long cycle;
    private boolean isLast;

    BufferReader(TraceBuffer buffer) {
        this.buffer = buffer;
    }

    @Nullable
    BufferPacket read(boolean isLast) {
        if (!isReading || this.isLast != isLast) {
            this.isLast = isLast;
            cycle++;
            buffer.unread().rewind();
            isReading = true;
            current = null;
        }
        while (true) {
            StoredChunk chunk = current;
            if (chunk == null) {
                chunk = buffer.unread().next();
                current = chunk;
                if (chunk == null) {
                    isReading = false;
                    return null;
                }
            }
            BufferPacket packet = chunk.isDead || chunk.sequence.stalledInCycle == cycle ? null : readUpTo(chunk);
            if (packet != null) {
                return packet;
            }
            current = null;
        }
    }

    /// Returns the writer's next packet that begins at or before this chunk, or null.
    private @Nullable BufferPacket readUpTo(StoredChunk target) {
        Sequence sequence = target.sequence;
        while (true) {
            StoredChunk chunk = sequence.firstUnread();
            if (chunk == null || chunk.id > target.id) {
                return null;
            }
            if (!canRead(sequence, chunk)) {
                sequence.stalledInCycle = cycle;
                return null;
            }
            if (chunk.fragmentsRead == 0 && chunk.fragments > 0 && chunk.hasFlag(ChunkData.CONTINUES_FROM_PREVIOUS)) {
                sequence.loss |= LossReason.LOST | LossReason.NO_BEGINNING;
                skip(chunk);
                continue;
            }
            if (chunk.fragmentsRead >= chunk.fragments) {
                sequence.lastRead = chunk.id;
                if (chunk.isComplete) {
                    buffer.finish(chunk);
                    continue;
                }
                sequence.stalledInCycle = cycle;
                return null;
            }
            int loss = sequence.loss;
            sequence.loss = 0; // Later losses come after this packet.
            boolean isLastFragment = chunk.fragmentsRead == chunk.fragments - 1;
            byte[] packet = isLastFragment && chunk.hasFlag(ChunkData.CONTINUES_ON_NEXT)
                    ? assemble(chunk)
                    : removeFragment(chunk);
            if (packet != null && packet.length > 0) {
                return new BufferPacket(sequence.writer, packet, loss);
            }
            sequence.loss |= loss;
            if (packet == null) {
                return null;
            }
        }
    }

    /// Whether a chunk can be read now: no earlier chunk is missing, and it needs no patches.
    private boolean canRead(Sequence sequence, StoredChunk chunk) {
        if (!sequence.follows(chunk.id) && chunk.id - 1 > sequence.newestOverwritten) {
            if (!isLast) {
                return false;
            }
            sequence.loss |= LossReason.LOST | LossReason.GAP;
        }
        return !chunk.hasFlag(ChunkData.NEEDS_PATCHING);
    }

    private void skip(StoredChunk chunk) {
        removeFragment(chunk);
    }

    /// Removes and returns the next fragment of a chunk; an empty array if there is none or it is corrupt.
    private byte[] removeFragment(StoredChunk chunk) {
        byte[] payload = chunk.payload;
        Fragments fragments = new Fragments(payload, chunk.readOffset, payload.length);
        chunk.sequence.lastRead = chunk.id;
        if (fragments.next() != Fragments.Kind.FRAGMENT) {
            // A patch can corrupt a size that was valid when the chunk was stored.
            buffer.counters().abiViolations++;
            chunk.lossAtEnd |= LossReason.LOST | LossReason.CORRUPT_CHUNK;
            chunk.fragmentsRead = chunk.fragments;
        } else {
            chunk.fragmentsRead++;
            chunk.readOffset = fragments.position();
        }
        byte[] bytes = new byte[fragments.size()];
        System.arraycopy(payload, fragments.start(), bytes, 0, bytes.length);
        if (chunk.isRead()) {
            buffer.finish(chunk);
        }
        return bytes;
    }

    /// Joins the fragments of a packet that continues in the next chunks.
    ///
    /// @return null if a chunk has not arrived yet; an empty array if the packet is lost
    private byte @Nullable [] assemble(StoredChunk first) {
        Sequence sequence = first.sequence;
        List<StoredChunk> chain = new ArrayList<>(List.of(first));
        int lost = 0;
        for (long id = first.id + 1; ; id++) {
            StoredChunk next = sequence.chunks.get(id);
            if (next == null && id > sequence.newestOverwritten && !isLast
                    || next != null && next.hasFlag(ChunkData.NEEDS_PATCHING)
                    || next != null && next.fragments == 0 && !next.isComplete) {
                buffer.counters().readaheadsFailed++;
                sequence.stalledInCycle = cycle;
                return null;
            }
            if (next == null) {
                lost = LossReason.GAP_WITHIN_PACKET;
            } else if (next.fragments == 0) {
                lost = next.lossAtEnd;
                chain.add(next);
            } else if (!next.hasFlag(ChunkData.CONTINUES_FROM_PREVIOUS)) {
                lost = LossReason.BROKEN_CHAIN;
            } else {
                chain.add(next);
            }
            boolean isOpen = next != null
                    && lost == 0
                    && (next.fragments == 0 || next.fragments == 1 && next.hasFlag(ChunkData.CONTINUES_ON_NEXT));
            if (!isOpen) {
                break;
            }
        }
        if (lost != 0) {
            buffer.counters().readaheadsFailed++;
            removeFragment(first);
            sequence.loss |= LossReason.LOST | lost;
            return new byte[0];
        }
        buffer.counters().readaheadsSucceeded++;
        return join(chain);
    }

    private byte[] join(List<StoredChunk> chain) {
        List<byte[]> pieces = new ArrayList<>();
        int size = 0;
        boolean isDamaged = false;
        for (StoredChunk chunk : chain) {
            if (chunk.fragments == 0) {
                buffer.finish(chunk);
                continue;
            }
            int damagedBefore = chunk.lossAtEnd & LossReason.CORRUPT_CHUNK;
            byte[] piece = removeFragment(chunk);
            isDamaged |= (chunk.lossAtEnd & LossReason.CORRUPT_CHUNK) != damagedBefore;
            pieces.add(piece);
            size += piece.length;
        }
        if (isDamaged) {
            return new byte[0];
        }
        byte[] packet = new byte[size];
        int offset = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, packet, offset, piece.length);
            offset += piece.length;
        }
        return packet;
    }
}
