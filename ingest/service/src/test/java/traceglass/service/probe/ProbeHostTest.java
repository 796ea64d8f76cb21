package traceglass.service.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.ProbeRecording;

@Timeout(120)
class ProbeHostTest {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    private abstract class TestProbe implements ServiceProbe, ProbeInstance {

        ProbeContext context;

        @Override
        public String name() {
            return getClass().getSimpleName();
        }

        @Override
        public ProbeInstance create(DataSourceConfig config, ProbeContext probeContext) throws ProbeRefused {
            context = probeContext;
            return this;
        }

        @Override
        public void start() throws IOException {}

        @Override
        public void stop() {
            calls.add("stop");
        }
    }

    /// Writes packets of growing sizes.
    private final class Sizes extends TestProbe {

        private final int[] sizes;

        Sizes(int... sizes) {
            this.sizes = sizes;
        }

        @Override
        public void flush() {
            for (int size : sizes) {
                context.write(packet(size));
            }
        }
    }

    private final class Ticks extends TestProbe {

        private int ticks;

        @Override
        public void start() {
            context.runEvery(5, () -> context.write(packet(++ticks)));
            context.runAfter(1, () -> context.write(packet(1000)));
        }
    }

    private final class Refusing extends TestProbe {

        @Override
        public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
            throw new ProbeRefused("Not here.");
        }
    }

    private final class BrokenAtCreation extends TestProbe {

        @Override
        public ProbeInstance create(DataSourceConfig config, ProbeContext context) throws ProbeRefused {
            throw new IllegalStateException("broken");
        }
    }

    private final class FailingAtStart extends TestProbe {

        @Override
        public void start() throws IOException {
            throw new IOException("Can't open it.");
        }
    }

    private final class BrokenAtStart extends TestProbe {

        @Override
        public void start() {
            throw new IllegalStateException("broken");
        }
    }

    private final class Broken extends TestProbe {

        @Override
        public void flush() {
            throw new IllegalStateException("broken");
        }
    }

    private static TracePacket packet(int size) {
        return TracePacket.newBuilder()
                .setForTesting(TestEvent.newBuilder().setStrBytes(ByteString.copyFromUtf8("x".repeat(size))))
                .build();
    }

    private static String config(ServiceProbe... probes) {
        StringBuilder text = new StringBuilder();
        for (ServiceProbe probe : probes) {
            text.append("data_sources { config { name: '").append(probe.name()).append("' } } ");
        }
        return text.toString();
    }

    private static List<Integer> sizes(List<TracePacket> packets) {
        List<Integer> sizes = new ArrayList<>();
        for (TracePacket packet : packets) {
            if (packet.hasForTesting()) {
                sizes.add(packet.getForTesting().getStrBytes().size());
            }
        }
        return sizes;
    }

    @Test
    void packetsOfAllSizesArriveWholeAndInOrder() throws Exception {
        ServiceProbe probe = new Sizes(0, 1, 32_000, 32_760, 32_764, 32_768, 40_000, 1, 200_000, 3);
        try (ProbeRecording recording = ProbeRecording.start(List.of(probe), config(probe))) {
            assertTrue(recording.flush());
            List<TracePacket> packets = recording.stop();
            assertEquals(List.of(0, 1, 32_000, 32_760, 32_764, 32_768, 40_000, 1, 200_000, 3), sizes(packets));
            assertEquals(
                    1,
                    packets.stream()
                            .filter(TracePacket::hasForTesting)
                            .map(TracePacket::getTrustedPacketSequenceId)
                            .distinct()
                            .count());
            assertEquals(List.of("stop"), calls);
        }
    }

    @Test
    void tasksRunUntilTheInstanceStops() throws Exception {
        Ticks probe = new Ticks();
        try (ProbeRecording recording = ProbeRecording.start(List.of(probe), config(probe))) {
            List<Integer> seen = new ArrayList<>();
            while (!seen.contains(3)) {
                seen.addAll(sizes(recording.read()));
                Thread.sleep(5);
            }
            assertTrue(seen.contains(1000));
            seen.addAll(sizes(recording.stop()));
            int ticks = probe.ticks;
            Thread.sleep(20);
            assertEquals(ticks, probe.ticks);
            assertEquals(ticks + 1, seen.size());
        }
    }

    @Test
    void aRefusedProbeDoesNotBlockTheSession() throws Exception {
        ServiceProbe refusing = new Refusing();
        ServiceProbe failing = new FailingAtStart();
        ServiceProbe working = new Sizes(7);
        long start = System.nanoTime();
        try (ProbeRecording recording =
                ProbeRecording.start(List.of(refusing, failing, working), config(refusing, failing, working))) {
            assertTrue(recording.flush());
            assertEquals(List.of(7), sizes(recording.stop()));
            assertEquals(List.of("Refusing: Not here.", "FailingAtStart: Can't open it."), recording.problems());
        }
        assertTrue(System.nanoTime() - start < 4_000_000_000L);
    }

    @Test
    void aProbeThatFailsAtItsCreationIsReported() throws Exception {
        ServiceProbe broken = new BrokenAtCreation();
        try (ProbeRecording recording = ProbeRecording.start(List.of(broken), config(broken))) {
            recording.stop();
            assertEquals(
                    List.of("BrokenAtCreation: Stopped after an unexpected error: java.lang.IllegalStateException:"
                            + " broken"),
                    recording.problems());
        }
    }

    @Test
    void aProbeThatFailsAtItsStartDoesNotBlockTheSession() throws Exception {
        ServiceProbe broken = new BrokenAtStart();
        try (ProbeRecording recording = ProbeRecording.start(List.of(broken), config(broken))) {
            recording.stop();
            assertEquals(
                    List.of("BrokenAtStart: Stopped after an unexpected error: java.lang.IllegalStateException:"
                            + " broken"),
                    recording.problems());
            assertEquals(List.of("stop"), calls);
        }
    }

    @Test
    void aProbeThatFailsDoesNotEndTheOthers() throws Exception {
        ServiceProbe broken = new Broken();
        ServiceProbe working = new Sizes(7);
        try (ProbeRecording recording = ProbeRecording.start(List.of(broken, working), config(broken, working))) {
            assertTrue(recording.flush());
            assertEquals(List.of(7), sizes(recording.stop()));
            assertEquals(
                    List.of("Broken: Stopped after an unexpected error: java.lang.IllegalStateException: broken"),
                    recording.problems());
            // The broken probe is stopped, too, so that it releases its resources.
            assertEquals(List.of("stop", "stop"), calls);
        }
    }
}
