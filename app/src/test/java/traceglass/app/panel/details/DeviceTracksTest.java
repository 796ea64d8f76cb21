package traceglass.app.panel.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.testing.SharedTestTrace;
import traceglass.protos.android.PackagesList;
import traceglass.protos.extension.ConnectivityInternedData;
import traceglass.protos.extension.ConnectivityTracePacket;
import traceglass.protos.extension.NetworkPacketBundle;
import traceglass.protos.extension.NetworkPacketContext;
import traceglass.protos.extension.NetworkPacketEvent;
import traceglass.protos.extension.TrafficDirection;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Tests tracks of the kernel and of devices: interrupts, network, processes killed because of low memory.
class DeviceTracksTest {

    @TempDir
    Path folder;

    private static List<String> names(TrackNode group) {
        return group.children().stream().map(TrackNode::name).toList();
    }

    private static TrackNode child(TrackNode group, String name) {
        return group.children().stream()
                .filter(n -> n.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in " + names(group)));
    }

    @Test
    void interruptsAreInTheCpuGroupWithOneTrackPerCpu() throws Exception {
        try (var open = DerivedTracksTest.OpenTrace.of(
                SharedTestTrace.require("perfetto/linux-chromium-ftrace-sched_8s_deflate-packets.pftrace"))) {
            TrackNode cpu = child(open.root(), "CPU");
            assertEquals(List.of("Irq Cpu 0", "Irq Cpu 1"), names(child(cpu, "IRQs")));
            assertEquals(List.of("SoftIrq Cpu 0", "SoftIrq Cpu 1"), names(child(cpu, "Softirqs")));
            SliceData interrupts = (SliceData)
                    open.data().load(child(child(cpu, "IRQs"), "Irq Cpu 1")).get();
            assertEquals(110, interrupts.size());
            assertEquals(1, interrupts.rows(), "interrupts of one CPU must not overlap");
            assertTrue(
                    List.of(interrupts.names()).contains("IRQ (virtio1-req.0)"),
                    List.of(interrupts.names()).toString());
            SliceData softInterrupts = (SliceData) open.data()
                    .load(child(child(cpu, "Softirqs"), "SoftIrq Cpu 0"))
                    .get();
            assertEquals(1548, softInterrupts.size());
            assertEquals(
                    List.of("RCU", "SCHED", "TIMER"),
                    java.util.Arrays.stream(softInterrupts.names()).sorted().toList());
            TrackNode system = child(open.root(), "System");
            assertEquals(13, child(system, "IRQ Count").children().size());
            assertEquals(10, child(system, "Softirq Count").children().size());
        }
    }

    @Test
    void lowMemoryKillIsOnATrackOfTheProcess() throws Exception {
        try (var open =
                DerivedTracksTest.OpenTrace.of(DerivedTracksTest.conformance("fb4fa828c78c11461511d093.pftrace"))) {
            TrackNode killed = child(open.root(), "com.google.android.calculator");
            assertEquals(List.of("LMK", "oom_score_adj"), names(killed));
            SliceData kills = (SliceData) open.data().load(child(killed, "LMK")).get();
            assertEquals(1, kills.size());
            assertEquals(2_000, kills.ts()[0], "time reported by lmkd");
            assertEquals(SliceData.INSTANT, kills.flags()[0]);
            CounterData score = (CounterData)
                    open.data().load(child(killed, "oom_score_adj")).get();
            assertEquals(900, score.value()[score.size() - 1]);
        }
    }

    @Test
    void everyProcessOfAPhoneShowsItsOomScore() throws Exception {
        try (var open =
                DerivedTracksTest.OpenTrace.of(SharedTestTrace.require("perfetto/android11-samsung-memory.pftrace"))) {
            List<TrackNode> all = new ArrayList<>();
            DerivedTracksTest.OpenTrace.collect(open.root(), all);
            List<TrackNode> owners = all.stream()
                    .filter(n -> n.children().stream().anyMatch(c -> c.name().equals("oom_score_adj")))
                    .toList();
            assertEquals(236, owners.size());
            assertTrue(owners.stream().allMatch(n -> n.key().startsWith("process/")));
            CounterData scores = (CounterData)
                    open.data().load(child(owners.getFirst(), "oom_score_adj")).get();
            for (double score : scores.value()) {
                assertTrue(score >= -1000 && score <= 1000, "not an OOM score: " + score);
            }
        }
    }

    @Test
    void countsFreedPacketsByProtocol() throws Exception {
        try (var open =
                DerivedTracksTest.OpenTrace.of(DerivedTracksTest.conformance("6a6205829e818bc151209a5f.pftrace"))) {
            TrackNode packetFrees = child(child(open.root(), "Network"), "Network Packet Frees");
            TrackNode track = packetFrees.isCounter()
                    ? packetFrees
                    : packetFrees.children().getFirst();
            CounterData counts = (CounterData) open.data().load(track).get();
            assertEquals(
                    List.of(1.0, 2.0, 3.0),
                    java.util.Arrays.stream(counts.value()).boxed().toList());
        }
    }

    @Test
    void networkPacketsHaveATrackPerInterfaceAndDirection() throws Exception {
        Trace.Builder trace = Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(2)
                        .setPackagesList(PackagesList.newBuilder()
                                .addPackages(PackagesList.PackageInfo.newBuilder()
                                        .setUid(10_123)
                                        .setName("an.app"))));
        InternedData.Builder contexts = InternedData.newBuilder();
        int iid = 0;
        for (String networkInterface : List.of("rmnet0", "wlan0")) {
            for (TrafficDirection direction : List.of(TrafficDirection.DIR_EGRESS, TrafficDirection.DIR_INGRESS)) {
                contexts.addExtension(
                        ConnectivityInternedData.packetContext,
                        NetworkPacketContext.newBuilder()
                                .setIid(++iid)
                                .setCtx(NetworkPacketEvent.newBuilder()
                                        .setDirection(direction)
                                        .setNetworkInterface(networkInterface)
                                        .setUid(10_123)
                                        .setIpProto(6))
                                .build());
            }
        }
        for (int i = 1; i <= iid; i++) {
            TracePacket.Builder packet = trace.addPacketBuilder()
                    .setTrustedPacketSequenceId(1)
                    .setTimestamp(100L * i)
                    .setExtension(
                            ConnectivityTracePacket.networkPacketBundle,
                            NetworkPacketBundle.newBuilder()
                                    .setIid(i)
                                    .setTotalLength(500)
                                    .setTotalPackets(i)
                                    .setTotalDuration(30)
                                    .build());
            if (i == 1) {
                packet.setSequenceFlags(1).setInternedData(contexts);
            } else {
                packet.setSequenceFlags(2);
            }
        }
        Path file = folder.resolve("network.pftrace");
        Files.write(file, trace.build().toByteArray());
        try (var open = DerivedTracksTest.OpenTrace.of(file)) {
            TrackNode network = child(open.root(), "Network");
            assertEquals(
                    List.of("rmnet0 Received", "rmnet0 Transmitted", "wlan0 Received", "wlan0 Transmitted"),
                    names(network).stream().sorted().toList());
            SliceData sent = (SliceData)
                    open.data().load(child(network, "wlan0 Transmitted")).get();
            assertEquals(List.of("an.app"), List.of(sent.names()));
            assertEquals(30, sent.end()[0] - sent.ts()[0]);
        }
    }

    @Test
    void journalLinesHaveTheColorOfTheirLevel() throws Exception {
        try (var open =
                DerivedTracksTest.OpenTrace.of(DerivedTracksTest.conformance("6e338e765892b4cbcba76dfc.pftrace"))) {
            SliceData lines = (SliceData) open.data()
                    .load(child(open.root(), "Systemd journald logs"))
                    .get();
            assertEquals(List.of("myapp: hello world"), List.of(lines.names()));
            assertEquals(List.of("4"), List.of(lines.colorKeys()), "6 means info in the journal, but error on Android");
        }
    }
}
