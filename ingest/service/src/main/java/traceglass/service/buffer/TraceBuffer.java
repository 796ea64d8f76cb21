package traceglass.service.buffer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.TraceStats;

/// Central buffer of a tracing session: stores the chunks of all writers and returns complete packets, in order for
/// each writer. Not thread-safe.
///
/// A record counts as the chunk's payload plus a fixed size for its bookkeeping, so that the buffer uses no more heap
/// than its nominal size. Records of read chunks stay, without payload, until they are overwritten.
public final class TraceBuffer {

    /// Bytes of a record that are not payload: the approximate heap size of its bookkeeping.
    static final int RECORD_HEADER_SIZE = 112;

    private static final int ALIGNMENT = 16;
    private static final int EMPTY_SEQUENCES_KEPT = 1024;
    private static final int EMPTY_SEQUENCES_MAX = 1152;

    private final long size;
    private final boolean discardsWhenFull;
    private final ArrayDeque<StoredChunk> ring = new ArrayDeque<>();
    private final UnreadChunks unread = new UnreadChunks();
    private final Map<Writer, Sequence> sequences = new LinkedHashMap<>();
    private final BufferReader reader = new BufferReader(this);
    private BufferStats stats = new BufferStats();
    private long cursor;
    private boolean isDiscarding;
    private int emptySequences;

    /// @param size size in bytes, at most 4 GiB - 1
    /// @param discardsWhenFull whether to keep the oldest chunks when the buffer is full, instead of the newest
    public TraceBuffer(long size, boolean discardsWhenFull) {
        this.size = size;
        this.discardsWhenFull = discardsWhenFull;
    }

    public long size() {
        return size;
    }

    /// Stores a chunk, or completes one that was scraped before. Corrupt chunks are counted and truncated to their
    /// valid fragments.
    public void write(ChunkData chunk) {
        Sequence sequence = sequence(chunk.writer());
        StoredChunk stored = new StoredChunk(sequence, sequence.extend(chunk.chunkId()));
        stored.isComplete = chunk.isComplete();
        stored.flags = chunk.isComplete() ? chunk.flags() : chunk.flags() & ChunkData.CONTINUES_FROM_PREVIOUS;
        int declared = chunk.isComplete() ? chunk.fragments() : chunk.fragments() - 1;
        if (declared <= 0 && !chunk.isComplete()) {
            return;
        }
        StoredChunk old = sequence.chunks.get(stored.id);
        if (old == null && (stored.id <= sequence.lastRead || !sequence.chunks.canAdd(stored.id))) {
            stats.abiViolations++; // Later chunks were already read, or too many would have to be moved.
            return;
        }
        if (old != null && old.isComplete) {
            if (declared > old.fragments && old.lossAtEnd == 0) {
                stats.abiViolations++;
            }
            return;
        }
        countFragments(stored, declared, chunk.payload());
        if (old != null) {
            rewrite(old, stored, chunk.payload());
        } else if (append(stored, chunk.payload())) {
            stats.chunksWritten++;
        }
    }

    /// Counts the valid fragments and the bytes they take.
    private void countFragments(StoredChunk chunk, int declared, byte[] payload) {
        Fragments fragments = new Fragments(payload, 0, payload.length);
        for (int i = 0; i < declared; i++) {
            Fragments.Kind kind = fragments.next();
            if (kind == Fragments.Kind.FRAGMENT) {
                chunk.fragments++;
                chunk.payloadSize = fragments.position();
                continue;
            }
            chunk.flags &= ~ChunkData.CONTINUES_ON_NEXT;
            if (kind == Fragments.Kind.DROPPED) {
                stats.writerPacketLoss++;
                chunk.lossAtEnd = LossReason.LOST | LossReason.DROPPED_BY_WRITER;
            } else {
                stats.abiViolations++;
                chunk.lossAtEnd = LossReason.LOST | LossReason.CORRUPT_CHUNK;
            }
            return;
        }
    }

    /// Replaces a scraped chunk with a newer copy of the same chunk.
    private void rewrite(StoredChunk old, StoredChunk chunk, byte[] payload) {
        Sequence sequence = old.sequence;
        boolean isShrunk = chunk.fragments < old.fragments
                || old.hasFlag(ChunkData.CONTINUES_FROM_PREVIOUS) && !chunk.hasFlag(ChunkData.CONTINUES_FROM_PREVIOUS);
        if (isShrunk || sequence.lastRead > old.id) {
            stats.abiViolations++;
            return;
        }
        if (!chunk.isComplete && chunk.fragments == old.fragments) {
            return;
        }
        if (RECORD_HEADER_SIZE + chunk.payloadSize <= old.recordSize) {
            old.payload = Arrays.copyOf(payload, chunk.payloadSize);
            old.payloadSize = chunk.payloadSize;
            old.fragments = chunk.fragments;
            old.flags = chunk.flags;
            old.isComplete = chunk.isComplete;
            old.lossAtEnd = chunk.lossAtEnd;
            stats.chunksRewritten++;
            readIfDone(old);
            return;
        }
        if (isDiscarding || discardsWhenFull && cursor + recordSize(chunk) > size()) {
            isDiscarding = true;
            stats.chunksDiscarded++;
            old.isComplete = true;
            old.lossAtEnd = LossReason.LOST | LossReason.OVERWRITTEN;
            readIfDone(old);
            return;
        }
        chunk.fragmentsRead = old.fragmentsRead;
        chunk.readOffset = old.readOffset;
        retire(old);
        if (append(chunk, payload)) {
            stats.chunksRewritten++;
            stats.chunksRelocated++;
            readIfDone(chunk);
        }
    }

    private void readIfDone(StoredChunk chunk) {
        if (chunk.isRead()) {
            finish(chunk);
        }
    }

    private boolean append(StoredChunk chunk, byte[] payload) {
        chunk.recordSize = recordSize(chunk);
        if (chunk.recordSize > size()) {
            stats.abiViolations++;
            return false;
        }
        if (isDiscarding || discardsWhenFull && cursor + chunk.recordSize > size()) {
            isDiscarding = true;
            stats.chunksDiscarded++;
            return false;
        }
        makeRoom(chunk.recordSize);
        chunk.position = cursor;
        chunk.payload = Arrays.copyOf(payload, chunk.payloadSize);
        cursor += chunk.recordSize;
        ring.addLast(chunk);
        unread.add(chunk);
        Sequence sequence = chunk.sequence;
        if (sequence.chunks.isEmpty()) {
            emptySequences--;
        }
        sequence.chunks.add(chunk);
        if (chunk.id < sequence.newest) {
            stats.chunksOutOfOrder++;
        } else {
            sequence.newest = chunk.id;
            sequence.hasEnded = false;
        }
        stats.bytesWritten += chunk.recordSize;
        return true;
    }

    private static int recordSize(StoredChunk chunk) {
        return (RECORD_HEADER_SIZE + chunk.payloadSize + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /// Wraps if needed, then discards the records in `[cursor, cursor + bytes)`.
    private void makeRoom(int bytes) {
        if (cursor + bytes > size()) {
            while (!ring.isEmpty() && ring.peekFirst().position >= cursor) {
                evict(ring.pollFirst());
            }
            stats.paddingBytesWritten += size() - cursor;
            stats.wraps++;
            cursor = 0;
        }
        while (!ring.isEmpty() && ring.peekFirst().position >= cursor && ring.peekFirst().position < cursor + bytes) {
            evict(ring.pollFirst());
        }
    }

    private void evict(StoredChunk chunk) {
        if (chunk.isDead) {
            return;
        }
        Sequence sequence = chunk.sequence;
        if (!chunk.isRead()) {
            stats.chunksOverwritten++;
            stats.bytesOverwritten += chunk.recordSize;
            sequence.loss |= LossReason.LOST | LossReason.OVERWRITTEN;
            sequence.newestOverwritten = Math.max(sequence.newestOverwritten, chunk.id);
        }
        retire(chunk);
    }

    /// Removes a chunk; its record stays in the ring until the cursor passes it.
    private void retire(StoredChunk chunk) {
        chunk.isDead = true;
        chunk.payload = StoredChunk.NOTHING;
        unread.remove(chunk);
        chunk.sequence.chunks.remove(chunk.id);
        if (chunk.sequence.chunks.isEmpty()) {
            emptySequences++;
        }
    }

    private Sequence sequence(Writer writer) {
        Sequence sequence = sequences.get(writer);
        if (sequence != null) {
            return sequence;
        }
        if (emptySequences >= EMPTY_SEQUENCES_MAX) {
            Iterator<Sequence> oldest = sequences.values().iterator();
            while (emptySequences > EMPTY_SEQUENCES_KEPT && oldest.hasNext()) {
                if (oldest.next().chunks.isEmpty()) {
                    oldest.remove();
                    emptySequences--;
                }
            }
        }
        sequence = new Sequence(writer);
        sequences.put(writer, sequence);
        emptySequences++;
        return sequence;
    }

    /// Marks the end of a writer: the next chunk with an older id belongs to a new writer with the same number.
    public void endWriter(Writer writer) {
        Sequence sequence = sequences.get(writer);
        if (sequence != null) {
            sequence.hasEnded = true;
        }
    }

    /// Applies patches, which fill in sizes of nested messages, to a stored chunk.
    public void patch(Writer writer, int chunkId, List<Patch> patches, boolean hasMorePatches) {
        Sequence sequence = sequences.get(writer);
        StoredChunk chunk = sequence == null ? null : sequence.chunks.get(sequence.extend(chunkId));
        if (chunk == null) {
            stats.patchesFailed++;
            return;
        }
        byte[] patched = chunk.payload.clone();
        chunk.payload = patched;
        for (Patch patch : patches) {
            if (patch.offset() < 0 || patch.offset() > chunk.payloadSize - Patch.SIZE) {
                stats.patchesFailed++;
                return;
            }
            if (!chunk.isRead()) {
                System.arraycopy(patch.bytes(), 0, patched, patch.offset(), Patch.SIZE);
            }
            stats.patchesSucceeded++;
        }
        if (!hasMorePatches) {
            chunk.flags &= ~ChunkData.NEEDS_PATCHING;
        }
    }

    /// Returns the next packet, or null if no more can be read now. Packets of one writer are in order; the writers
    /// are interleaved roughly in the order in which their chunks arrived.
    ///
    /// @param isLast whether no more chunks will arrive: missing chunks then count as lost
    public @Nullable BufferPacket read(boolean isLast) {
        return reader.read(isLast);
    }

    /// Copies the contents and read positions for a clone.
    public TraceBuffer copy() {
        TraceBuffer copy = new TraceBuffer(size, discardsWhenFull);
        copy.stats = stats.copyUnread();
        copy.cursor = cursor;
        copy.isDiscarding = isDiscarding;
        sequences.forEach((writer, sequence) -> copy.sequences.put(writer, sequence.copyState()));
        for (StoredChunk chunk : ring) {
            Sequence owner = copy.sequences.get(chunk.sequence.writer);
            StoredChunk copiedChunk = chunk.copyFor(owner == null ? chunk.sequence.copyState() : owner);
            copy.ring.addLast(copiedChunk);
            if (!copiedChunk.isDead) {
                copiedChunk.sequence.chunks.add(copiedChunk);
            }
        }
        for (StoredChunk chunk = unread.first(); chunk != null; chunk = chunk.nextUnread) {
            StoredChunk copiedChunk = Objects.requireNonNull(copy.sequences.get(chunk.sequence.writer))
                    .chunks
                    .get(chunk.id);
            copy.unread.add(Objects.requireNonNull(copiedChunk));
        }
        copy.emptySequences = (int)
                copy.sequences.values().stream().filter(s -> s.chunks.isEmpty()).count();
        return copy;
    }

    /// Creates an empty buffer of the same size that keeps the positions of all writers.
    public TraceBuffer createEmptyCopy() {
        TraceBuffer empty = new TraceBuffer(size(), discardsWhenFull);
        sequences.forEach((writer, sequence) -> {
            Sequence copy = sequence.copyState();
            copy.lastRead = copy.newest;
            copy.loss |= LossReason.LOST;
            empty.sequences.put(writer, copy);
        });
        empty.emptySequences = empty.sequences.size();
        return empty;
    }

    public TraceStats.BufferStats stats() {
        return stats.toProto(size());
    }

    /// Adds the payload histogram of each writer.
    ///
    /// @param sequenceId returns the packet sequence id of a writer
    public List<TraceStats.WriterStats> writerStats(int bufferIndex, ToLongFunction<Writer> sequenceId) {
        List<TraceStats.WriterStats> all = new ArrayList<>();
        for (Sequence sequence : sequences.values()) {
            TraceStats.WriterStats.Builder writer = TraceStats.WriterStats.newBuilder()
                    .setSequenceId(sequenceId.applyAsLong(sequence.writer))
                    .setBuffer(bufferIndex);
            for (int i = 0; i < sequence.histogramCounts.length; i++) {
                writer.addChunkPayloadHistogramCounts(sequence.histogramCounts[i]);
                writer.addChunkPayloadHistogramSum(sequence.histogramSums[i]);
            }
            all.add(writer.build());
        }
        return all;
    }

    /// Upper bounds of the buckets in [#writerStats], except for the last one, which is unbounded.
    public static long[] histogramBounds() {
        return Sequence.THRESHOLDS.clone();
    }

    /// Writers that have stored chunks.
    public Collection<Writer> writers() {
        return List.copyOf(sequences.keySet());
    }

    BufferStats counters() {
        return stats;
    }

    UnreadChunks unread() {
        return unread;
    }

    /// Marks a chunk as completely read.
    void finish(StoredChunk chunk) {
        if (!unread.remove(chunk)) {
            return;
        }
        stats.chunksRead++;
        stats.bytesRead += chunk.recordSize;
        chunk.sequence.countPayload(chunk.payloadSize);
        chunk.sequence.loss |= chunk.lossAtEnd;
        chunk.payload = StoredChunk.NOTHING;
    }
}
