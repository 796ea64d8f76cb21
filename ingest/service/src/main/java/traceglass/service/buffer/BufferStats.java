package traceglass.service.buffer;

import traceglass.protos.common.TraceStats;

/// Counters of one trace buffer, reported as `TraceStats.BufferStats`.
final class BufferStats {
    long bytesWritten;
    long bytesOverwritten;
    long bytesRead;
    long paddingBytesWritten;
    long paddingBytesCleared;
    long chunksWritten;
    long chunksRewritten;
    long chunksRelocated;
    long chunksOverwritten;
    long chunksDiscarded;
    long chunksRead;
    long chunksOutOfOrder;
    long wraps;
    long patchesSucceeded;
    long patchesFailed;
    long readaheadsSucceeded;
    long readaheadsFailed;
    long abiViolations;
    long writerPacketLoss;

    TraceStats.BufferStats toProto(long bufferSize) {
        return TraceStats.BufferStats.newBuilder()
                .setBufferSize(bufferSize)
                .setBytesWritten(bytesWritten)
                .setBytesOverwritten(bytesOverwritten)
                .setBytesRead(bytesRead)
                .setPaddingBytesWritten(paddingBytesWritten)
                .setPaddingBytesCleared(paddingBytesCleared)
                .setChunksWritten(chunksWritten)
                .setChunksRewritten(chunksRewritten)
                .setChunksRelocated(chunksRelocated)
                .setChunksOverwritten(chunksOverwritten)
                .setChunksDiscarded(chunksDiscarded)
                .setChunksRead(chunksRead)
                .setChunksCommittedOutOfOrder(chunksOutOfOrder)
                .setWriteWrapCount(wraps)
                .setPatchesSucceeded(patchesSucceeded)
                .setPatchesFailed(patchesFailed)
                .setReadaheadsSucceeded(readaheadsSucceeded)
                .setReadaheadsFailed(readaheadsFailed)
                .setAbiViolations(abiViolations)
                .setTraceWriterPacketLoss(writerPacketLoss)
                .build();
    }

    /// Copies the counters for a clone, without the counts of read data.
    BufferStats copyUnread() {
        BufferStats copy = new BufferStats();
        copy.bytesWritten = bytesWritten;
        copy.bytesOverwritten = bytesOverwritten;
        copy.paddingBytesWritten = paddingBytesWritten;
        copy.paddingBytesCleared = paddingBytesCleared;
        copy.chunksWritten = chunksWritten;
        copy.chunksRewritten = chunksRewritten;
        copy.chunksRelocated = chunksRelocated;
        copy.chunksOverwritten = chunksOverwritten;
        copy.chunksDiscarded = chunksDiscarded;
        copy.chunksOutOfOrder = chunksOutOfOrder;
        copy.wraps = wraps;
        copy.patchesSucceeded = patchesSucceeded;
        copy.patchesFailed = patchesFailed;
        copy.abiViolations = abiViolations;
        copy.writerPacketLoss = writerPacketLoss;
        return copy;
    }
}
