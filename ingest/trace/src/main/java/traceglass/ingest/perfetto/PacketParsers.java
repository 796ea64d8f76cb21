package traceglass.ingest.perfetto;

import java.util.List;
import java.util.function.Function;
import traceglass.ingest.ImportContext;
import traceglass.ingest.android.FrameTimelineParser;
import traceglass.ingest.android.GraphicsFrameParser;
import traceglass.ingest.android.PixelModemParser;
import traceglass.ingest.android.ProcessLifeEvents;
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

/// Registry of packet parsers and of track event extensions with their own rows, one line each.
final class PacketParsers {

    private static final List<Function<ImportContext, TrackEventExtension>> EXTENSIONS =
            List.of(ProcessLifeEvents::new);

    /// Parsers for the same field are called in this order.
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
            r -> new JournalParser(r.context()),
            r -> new PackageListParser(r.context()),
            r -> new InodeMapParser(r.context()),
            r -> new BatteryParser(r.context()),
            r -> new EnergyParser(r.context()),
            r -> new DeviceStateParser(r.context()),
            r -> new GameInterventionParser(r.context()),
            r -> new FeatureFlagParser(r.context()),
            r -> new BluetoothParser(r.context()),
            r -> new GenericKernelParser(r.context()),
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
            r -> new SmapsParser(r.context()),
            SystemInfoParser::new,
            r -> new CpuInfoParser(r.context()),
            r -> new InterruptInfoParser(r.context()),
            r -> new ProcessTreeParser(r.context()),
            r -> new ProcessStatsParser(r.context()),
            r -> new SysStatsParser(r.context()),
            r -> new FrameTimelineParser(r.context()),
            r -> new GpuCounterParser(r.context()),
            r -> new GraphicsFrameParser(r.context()),
            r -> new GpuInfoParser(r.context()),
            r -> new GpuLogParser(r.context()),
            r -> new GpuMemoryParser(r.context()),
            r -> new VulkanApiParser(r.context()),
            r -> new VulkanMemoryParser(r.context()),
            RenderStageParser::new,
            NetworkPacketParser::new,
            StatsdParser::new,
            PixelModemParser::new,
            VideoFrameParser::new,
            MemorySnapshotParser::new,
            WinscopeParser::new);

    private PacketParsers() {}
}
