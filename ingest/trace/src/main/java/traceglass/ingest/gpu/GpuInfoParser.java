package traceglass.ingest.gpu;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HexFormat;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.system.GpuInfo;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `gpu_info`: the GPUs of the machine, numbered in order.
public final class GpuInfoParser implements PacketParser {

    private final ImportContext context;

    public GpuInfoParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.GPU_INFO_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        GpuInfo info;
        try {
            info = packet.decode(GpuInfo.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        StringPool strings = context.strings();
        for (int i = 0; i < info.getGpusCount(); i++) {
            GpuInfo.Gpu gpu = info.getGpus(i);
            context.gpus().describe(i, "name", gpu.getName());
            context.gpus().describe(i, "vendor", gpu.getVendor());
            context.gpus().describe(i, "model", gpu.getModel());
            context.gpus().describe(i, "architecture", gpu.getArchitecture());
            context.gpus()
                    .describe(i, "uuid", HexFormat.of().formatHex(gpu.getUuid().toByteArray()));
            context.gpus().describe(i, "pci_bdf", gpu.getPciBdf());
            context.gpus().setArgs(i, context.args().write(b -> {
                for (GpuInfo.Gpu.KeyValue extra : gpu.getExtraInfoList()) {
                    if (extra.hasKey() && extra.hasValue()) {
                        b.addString(strings.intern(extra.getKey()), strings.intern(extra.getValue()));
                    }
                }
            }));
        }
    }
}
