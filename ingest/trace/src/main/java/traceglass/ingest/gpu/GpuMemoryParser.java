package traceglass.ingest.gpu;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.gpu.GpuMemTotalEventDecoder;
import traceglass.protos.trace.TracePacket;

/// Parses `gpu_mem_total_event`: GPU memory at the start of the recording, per process or in total. Later values come
/// from kernel events, on the same tracks.
public final class GpuMemoryParser implements PacketParser {

    private static final TrackType ALL =
            TrackType.counter("gpu_memory", "bytes", Dimension.ofInt("ugpu"), Dimension.ofInt("gpu"));
    private static final TrackType PROCESS_MEMORY = TrackType.counter(
            "process_gpu_memory", "bytes", Dimension.ofInt("ugpu"), Dimension.ofInt("gpu"), TrackType.UPID);

    private final ImportContext context;

    public GpuMemoryParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GPU_MEM_TOTAL_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        GpuMemTotalEventDecoder event = packet.decode(new GpuMemTotalEventDecoder());
        long gpu = Integer.toUnsignedLong(event.gpuId());
        long pid = Integer.toUnsignedLong(event.pid());
        int name = context.strings().intern("GPU Memory");
        int ugpu = context.gpus().ugpu(gpu);
        int track;
        if (pid == 0) {
            track = context.tracks().intern(ALL, name, ugpu, gpu);
        } else {
            int utid = context.processes().updateThread(pid, pid);
            track = context.tracks()
                    .intern(PROCESS_MEMORY, name, ugpu, gpu, context.processes().upidOf(utid));
        }
        context.counters().push(ts, event.sizeField(), track);
    }
}
