package traceglass.service.probe.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.KernelFormats;
import traceglass.service.testing.ProbeRecording;
import traceglass.service.testing.RingPage;

/// Traces functions of the kernel and reads their names, with a fake tracefs folder.
@EnabledOnOs(OS.LINUX)
class KernelFunctionsTest extends FtraceFixture {

    @Test
    void callsOfFunctionsAreTraced() throws Exception {
        String config = "enable_function_graph: true function_filters: 'vfs_*' function_graph_max_depth: 3";
        try (ProbeRecording recording = start(config)) {
            assertEquals("function_graph", kernel.read("current_tracer"));
            assertEquals("vfs_*", kernel.read("set_ftrace_filter"));
            assertEquals("3", kernel.read("max_graph_depth"));
            recording.stop();
        }
        assertEquals("nop", kernel.read("current_tracer"));
        assertEquals("", kernel.read("set_ftrace_filter"));
    }

    @Test
    void functionAddressesAreResolvedToNames() throws Exception {
        kernel.event("workqueue/workqueue_execute_start", KernelFormats.WORKQUEUE_EXECUTE_START);
        try (ProbeRecording recording = start("ftrace_events: 'workqueue/*' symbolize_ksyms: true")) {
            byte[] record =
                    RingPage.startRecord(105, 1, 24).putLong(0x10).putLong(0x9f).array();
            kernel.page(0, new RingPage(10).record(1, record).bytes());
            List<TracePacket> packets = recording.stop();
            TracePacket packet = packets.stream()
                    .filter(TracePacket::hasFtraceEvents)
                    .findFirst()
                    .orElseThrow();
            assertEquals(
                    "early_function",
                    packet.getInternedData().getKernelSymbols(0).getStr().toStringUtf8());
            assertEquals(
                    packet.getInternedData().getKernelSymbols(0).getIid(),
                    packet.getFtraceEvents()
                            .getEvent(0)
                            .getWorkqueueExecuteStart()
                            .getFunction());
            assertEquals(2, stats(packets, FtraceStats.Phase.END_OF_TRACE).getKernelSymbolsParsed());
        }
    }

    /// Opening a pipe without a writer blocks forever, like a very slow read.
    @Test
    void recordingStartsWhileTheNamesOfFunctionsAreRead() throws Exception {
        Path list = proc.resolve("kallsyms");
        String names = Files.readString(list);
        Files.delete(list);
        assumeTrue(new ProcessBuilder("mkfifo", list.toString()).start().waitFor() == 0, "mkfifo is not installed");
        kernel.event("workqueue/workqueue_execute_start", KernelFormats.WORKQUEUE_EXECUTE_START);
        try (ProbeRecording recording = start("ftrace_events: 'workqueue/*' symbolize_ksyms: true")) {
            assertEquals("1", kernel.read("tracing_on"));
            Files.writeString(list, names);
            List<TracePacket> packets = recording.stop();
            assertEquals(2, stats(packets, FtraceStats.Phase.END_OF_TRACE).getKernelSymbolsParsed());
        }
    }
}
