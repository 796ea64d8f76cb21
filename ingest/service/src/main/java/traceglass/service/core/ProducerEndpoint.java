package traceglass.service.core;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.CommitDataRequest;
import traceglass.protos.common.CommitDataRequest.ChunkToPatch;
import traceglass.protos.common.CommitDataRequest.ChunksToMove;
import traceglass.protos.common.DataSourceDescriptor;
import traceglass.sdk.posix.SharedMemory;
import traceglass.service.abi.SharedMemorySize;
import traceglass.service.abi.SharedPages;
import traceglass.service.buffer.ChunkData;
import traceglass.service.buffer.Patch;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.buffer.Writer;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;

/// A connected producer: its data sources, its shared memory and its commits. Its data is not trusted.
public final class ProducerEndpoint {

    /// Information that a producer sends when it connects.
    ///
    /// @param sizeHint requested size of the shared memory in bytes, 0 for no request
    public record ProducerInfo(
            String name,
            String sdkVersion,
            long sizeHint,
            long pageHint,
            boolean supportsScraping,
            boolean hasEmulatedMemory) {}

    /// Name of the shared memory, the same as in Perfetto.
    private static final String MEMORY_NAME = "perfetto_shmem";

    final int id;
    final PeerIdentity identity;
    final ProducerInfo info;
    final ProducerClient client;
    final List<DataSourceDescriptor> sources = new ArrayList<>();
    final Map<Integer, Integer> writers = new LinkedHashMap<>();
    final Set<Integer> allowedBuffers = new HashSet<>();

    private final TracingService service;
    private @Nullable SharedMemory memory;
    private @Nullable SharedPages pages;
    private long descriptorBytes;
    private boolean hasProvidedMemory;
    private boolean isSetUp;
    private boolean isConnected = true;

    ProducerEndpoint(
            TracingService service,
            int id,
            PeerIdentity identity,
            ProducerInfo info,
            ProducerClient client,
            @Nullable SharedMemory provided) {
        this.service = service;
        this.id = id;
        this.identity = identity;
        this.info = info;
        this.client = client;
        if (provided != null) {
            memory = provided;
            hasProvidedMemory = true;
            pages = new SharedPages(provided.segment(), (int) info.pageHint());
        }
    }

    /// Whether shared memory of this size that a producer provides can be used.
    public static boolean canUse(long size, long pageHint) {
        return SharedMemorySize.isValid(size, pageHint);
    }

    /// Adds a data source; a second one with the same id is ignored.
    public void register(DataSourceDescriptor descriptor) {
        boolean isKnown = descriptor.getId() != 0 && sources.stream().anyMatch(s -> s.getId() == descriptor.getId());
        long bytes = descriptorBytes + descriptor.getSerializedSize();
        if (!isKnown && sources.size() < Limits.SOURCES_PER_PRODUCER && bytes <= Limits.DESCRIPTOR_BYTES_PER_PRODUCER) {
            descriptorBytes = bytes;
            sources.add(descriptor);
            service.joinSessions(this, descriptor);
        }
    }

    /// Replaces the descriptor of a known data source.
    public void update(DataSourceDescriptor descriptor) {
        boolean fits = descriptorBytes + descriptor.getSerializedSize() <= Limits.DESCRIPTOR_BYTES_PER_PRODUCER;
        if (descriptor.getId() != 0 && fits) {
            sources.replaceAll(
                    s -> s.getId() == descriptor.getId() && s.getName().equals(descriptor.getName()) ? descriptor : s);
            descriptorBytes = sources.stream()
                    .mapToLong(DataSourceDescriptor::getSerializedSize)
                    .sum();
        }
    }

    public void unregister(String name) {
        sources.removeIf(s -> s.getName().equals(name));
        descriptorBytes = sources.stream()
                .mapToLong(DataSourceDescriptor::getSerializedSize)
                .sum();
        service.dropInstances(this, name);
    }

    public void registerWriter(int writer, int buffer) {
        if (writer > 0 && writer <= Limits.MAX_WRITER_ID) {
            writers.put(writer, buffer);
        }
    }

    public void unregisterWriter(int writer) {
        Integer buffer = writers.remove(writer);
        TraceBuffer target = buffer == null ? null : service.buffer(buffer);
        if (target != null) {
            target.endWriter(new Writer(id, writer));
        }
    }

    public void notifyStarted(long instance) {
        service.onInstanceStarted(this, instance);
    }

    public void notifyStopped(long instance) {
        service.onInstanceStopped(this, instance);
    }

    public void activateTriggers(List<String> names) {
        service.triggers().activate(this, names);
    }

    /// Moves chunks, applies patches and acknowledges flushes, in this order.
    public void commit(CommitDataRequest request) {
        if (pages == null && !info.hasEmulatedMemory()) {
            return;
        }
        long begin = service.loop().metatrace().begin();
        for (ChunksToMove move : request.getChunksToMoveList()) {
            ChunkData chunk = chunk(move);
            if (chunk != null) {
                store(chunk, move.getTargetBuffer());
            }
        }
        request.getChunksToPatchList().forEach(this::patch);
        service.loop().metatrace().end(MetatraceEvent.SERVICE_COMMIT, begin);
        service.loop().metatrace().count(MetatraceCounter.SERVICE_COMMITTED_CHUNKS, request.getChunksToMoveCount());
        if (request.getFlushRequestId() != 0) {
            acknowledgeFlush(request.getFlushRequestId());
        }
    }

    /// Stores a chunk of a producer that runs in this process.
    ///
    /// @param target id of the target buffer
    public void commit(int writer, int chunk, int fragments, int flags, byte[] payload, int target) {
        long begin = service.loop().metatrace().begin();
        store(new ChunkData(new Writer(id, writer), chunk, fragments, flags, true, payload), target);
        service.loop().metatrace().end(MetatraceEvent.SERVICE_COMMIT, begin);
    }

    /// Called when all data for a flush request and for earlier requests is committed.
    public void acknowledgeFlush(long request) {
        service.flushes().acknowledge(this, request);
    }

    private @Nullable ChunkData chunk(ChunksToMove move) {
        if (!info.hasEmulatedMemory()) {
            return pages == null ? null : pages.take(id, move.getPage(), move.getChunk());
        }
        if (move.getData().size() > Limits.INLINE_CHUNK_BYTES) {
            return null;
        }
        return SharedPages.ofMessage(id, move.getData().toByteArray(), !move.getChunkIncomplete());
    }

    private void store(ChunkData chunk, int target) {
        Integer registered = writers.get(chunk.writer().id());
        TraceBuffer buffer = service.buffer(target);
        boolean isValid = chunk.writer().id() > 0
                && chunk.writer().id() <= Limits.MAX_WRITER_ID
                && buffer != null
                && allowedBuffers.contains(target)
                && (registered == null || registered == target);
        if (!isValid || buffer == null) {
            service.countDiscardedChunk();
            return;
        }
        buffer.write(chunk);
    }

    private void patch(ChunkToPatch entry) {
        TraceBuffer buffer = service.buffer(entry.getTargetBuffer());
        boolean isValid = buffer != null
                && allowedBuffers.contains(entry.getTargetBuffer())
                && entry.getWriterId() > 0
                && entry.getWriterId() <= Limits.MAX_WRITER_ID
                && entry.getPatchesCount() <= Limits.PATCHES_PER_CHUNK
                && entry.getPatchesList().stream().allMatch(p -> p.getData().size() == Patch.SIZE);
        if (!isValid || buffer == null) {
            service.countDiscardedPatches(entry.getPatchesCount());
            return;
        }
        List<Patch> patches = entry.getPatchesList().stream()
                .map(p -> new Patch(p.getOffset(), p.getData().toByteArray()))
                .toList();
        buffer.patch(new Writer(id, entry.getWriterId()), entry.getChunkId(), patches, entry.getHasMorePatches());
    }

    /// Creates shared memory if needed and notifies the producer once.
    ///
    /// @return whether the producer has memory now
    boolean setUpMemory(SharedMemorySize size) {
        if (isSetUp) {
            return true;
        }
        if (info.hasEmulatedMemory()) {
            client.setupTracing(size.pageSize() >> 10, null);
        } else if (hasProvidedMemory) {
            client.setupTracing(0, null);
        } else {
            try {
                SharedMemory created = SharedMemory.create(MEMORY_NAME, size.size());
                memory = created;
                pages = new SharedPages(created.segment(), size.pageSize());
                client.setupTracing(size.pageSize() >> 10, created);
            } catch (IOException e) {
                service.report(e);
                return false;
            }
        }
        isSetUp = true;
        return true;
    }

    /// Copies uncommitted data of the producer into the buffers of a session.
    void scrape(ServiceSession session) {
        SharedPages from = pages;
        if (from == null || info.hasEmulatedMemory() || !info.supportsScraping() || writers.isEmpty()) {
            return;
        }
        if (session.buffers.keySet().stream().noneMatch(allowedBuffers::contains)) {
            return;
        }
        long begin = service.loop().metatrace().begin();
        for (int page = 0; page < from.pages(); page++) {
            for (int chunk = 0; chunk < from.chunks(page); chunk++) {
                ChunkData data = from.peek(id, page, chunk);
                Integer target = data == null ? null : writers.get(data.writer().id());
                TraceBuffer buffer = target == null ? null : session.buffers.get(target);
                if (data != null && buffer != null && (data.isComplete() || data.fragments() > 1)) {
                    buffer.write(data);
                }
            }
        }
        service.loop().metatrace().end(MetatraceEvent.SERVICE_SCRAPE, begin);
    }

    /// Ends the connection.
    public void disconnect() {
        if (!isConnected) {
            return;
        }
        isConnected = false;
        service.onProducerDisconnected(this);
        pages = null;
        if (memory != null) {
            memory.close();
            memory = null;
        }
    }

    /// Descriptors by name, as a session config selects them.
    List<DataSourceDescriptor> sources(String name) {
        return sources.stream().filter(s -> s.getName().equals(name)).toList();
    }
}
