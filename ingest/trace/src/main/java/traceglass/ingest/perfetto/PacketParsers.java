package traceglass.ingest.perfetto;

import java.util.List;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.android.FrameTimelineParser;
import traceglass.ingest.android.GraphicsFrameParser;
import traceglass.ingest.android.PixelModemParser;
import traceglass.ingest.android.ProcessLifecycleEvents;
import traceglass.ingest.android.StatsdParser;
import traceglass.ingest.android.VideoFrameParser;
import traceglass.ingest.chrome.MemorySnapshotParser;
import traceglass.ingest.etw.EtwPackets;
import traceglass.ingest.ftrace.FtracePackets;
import traceglass.ingest.gpu.GpuCounterParser;
import traceglass.ingest.gpu.GpuInfoParser;
import traceglass.ingest.gpu.GpuLogParser;
import traceglass.ingest.gpu.GpuMemoryParser;
import traceglass.ingest.gpu.RenderStageParser;
import traceglass.ingest.gpu.VulkanApiParser;
import traceglass.ingest.gpu.VulkanMemoryParser;
import traceglass.ingest.network.NetworkPacketParser;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.trackevent.TrackEventExtension;
import traceglass.ingest.perfetto.trackevent.TrackEventParser;
import traceglass.ingest.profiling.ArtProcessParser;
import traceglass.ingest.profiling.DeobfuscationParser;
import traceglass.ingest.profiling.HeapGraphParser;
import traceglass.ingest.profiling.HeapProfileParser;
import traceglass.ingest.profiling.ModuleSymbolsParser;
import traceglass.ingest.profiling.PerfSampleParser;
import traceglass.ingest.profiling.SmapsParser;
import traceglass.ingest.profiling.StackSampleParser;
import traceglass.ingest.profiling.StreamingProfileParser;
import traceglass.ingest.system.AndroidLogParser;
import traceglass.ingest.system.AppWakelockParser;
import traceglass.ingest.system.BatteryParser;
import traceglass.ingest.system.BluetoothParser;
import traceglass.ingest.system.CpuInfoParser;
import traceglass.ingest.system.CpuPerUidParser;
import traceglass.ingest.system.DeviceStateParser;
import traceglass.ingest.system.EnergyParser;
import traceglass.ingest.system.FeatureFlagParser;
import traceglass.ingest.system.GameInterventionParser;
import traceglass.ingest.system.GenericKernelParser;
import traceglass.ingest.system.InodeMapParser;
import traceglass.ingest.system.InterruptInfoParser;
import traceglass.ingest.system.JournalParser;
import traceglass.ingest.system.PackageListParser;
import traceglass.ingest.system.PowerRailsParser;
import traceglass.ingest.system.ProcessStatsParser;
import traceglass.ingest.system.ProcessTreeParser;
import traceglass.ingest.system.SysStatsParser;
import traceglass.ingest.system.SystemInfoParser;
import traceglass.ingest.system.WakelockParser;
import traceglass.ingest.v8.V8Parser;
import traceglass.ingest.winscope.WinscopeParser;

/// Registry of the packet parsers, and of the extensions of the track event parser that write rows to other tables.
final class PacketParsers {

    private static final List<Function<ImportContext, TrackEventExtension>> EXTENSIONS =
            List.of(ProcessLifecycleEvents::new);

    /// All parsers. Parsers of the same field are called in this order.
    static final List<Function<PacketContext, PacketParser>> ALL = List.of(
            packets -> new TrackEventParser(packets, EXTENSIONS),
            FtracePackets::new,
            ChromeMetadataParser::new,
            MetadataParser::new,
            MetatraceParser::new,
            TranslationTableParser::new,
            AppWakelockParser::new,
            CpuPerUidParser::new,
            WakelockParser::new,
            AndroidLogParser::new,
            PowerRailsParser::new,
            packets -> new JournalParser(packets.context()),
            packets -> new PackageListParser(packets.context()),
            packets -> new InodeMapParser(packets.context()),
            packets -> new BatteryParser(packets.context()),
            packets -> new EnergyParser(packets.context()),
            packets -> new DeviceStateParser(packets.context()),
            packets -> new GameInterventionParser(packets.context()),
            packets -> new FeatureFlagParser(packets.context()),
            packets -> new BluetoothParser(packets.context()),
            packets -> new GenericKernelParser(packets.context()),
            EtwPackets::new,
            ConcurrentSessionParser::new,
            PerfSampleParser::new,
            StreamingProfileParser::new,
            ModuleSymbolsParser::new,
            HeapProfileParser::new,
            HeapGraphParser::new,
            ArtProcessParser::new,
            StackSampleParser::new,
            DeobfuscationParser::new,
            V8Parser::new,
            packets -> new SmapsParser(packets.context()),
            SystemInfoParser::new,
            packets -> new CpuInfoParser(packets.context()),
            packets -> new InterruptInfoParser(packets.context()),
            packets -> new ProcessTreeParser(packets.context()),
            packets -> new ProcessStatsParser(packets.context()),
            packets -> new SysStatsParser(packets.context()),
            packets -> new FrameTimelineParser(packets.context()),
            packets -> new GpuCounterParser(packets.context()),
            packets -> new GraphicsFrameParser(packets.context()),
            packets -> new GpuInfoParser(packets.context()),
            packets -> new GpuLogParser(packets.context()),
            packets -> new GpuMemoryParser(packets.context()),
            packets -> new VulkanApiParser(packets.context()),
            packets -> new VulkanMemoryParser(packets.context()),
            RenderStageParser::new,
            NetworkPacketParser::new,
            StatsdParser::new,
            PixelModemParser::new,
            VideoFrameParser::new,
            MemorySnapshotParser::new,
            WinscopeParser::new);

    private PacketParsers() {}
}
