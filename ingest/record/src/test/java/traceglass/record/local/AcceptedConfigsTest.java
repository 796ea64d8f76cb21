package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.ipc.EnableTracingResponse;
import traceglass.record.config.OptionValues;
import traceglass.record.config.Preset;
import traceglass.record.config.Probe;
import traceglass.record.config.Probes;
import traceglass.record.config.RecordSettings;
import traceglass.record.ipc.ConsumerPort;
import traceglass.record.spi.Platform;
import traceglass.record.testing.PerfettoPrograms;

class AcceptedConfigsTest {

    @Test
    void perfettosServiceAcceptsEveryPresetAndEveryProbe() throws Exception {
        List<TraceConfig> configs = new ArrayList<>();
        for (Platform p : Platform.values()) {
            Preset.of(p).forEach(preset -> configs.add(preset.settings().config()));
        }
        for (Probe probe : Probes.all()) {
            configs.add(RecordSettings.empty(probe.platforms().iterator().next())
                    .with(probe.id(), OptionValues.DEFAULTS)
                    .config());
        }
        try (PerfettoPrograms real = PerfettoPrograms.start(false)) {
            List<String> refused = new ArrayList<>();
            for (TraceConfig config : configs) {
                try (ConsumerPort port = ConsumerPort.bind(
                        SocketChannel.open(UnixDomainSocketAddress.of(real.consumerSocket())), "the service")) {
                    CompletableFuture<EnableTracingResponse> end = port.enableTracing(
                            config.toBuilder().clearWriteIntoFile().build());
                    port.traceStats();
                    if (end.isDone()) {
                        refused.add(end.join().getError() + ": " + config);
                    }
                    port.freeBuffers();
                }
            }
            assertEquals(List.of(), refused);
        }
    }
}
