package traceglass.ingest.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.Rows;
import traceglass.ingest.perfetto.TraceBuilder;
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
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class NetworkPacketParserTest {

    private static final NetworkPacketEvent COMMON = NetworkPacketEvent.newBuilder()
            .setDirection(TrafficDirection.DIR_EGRESS)
            .setNetworkInterface("wlan")
            .setUid(1_010_123)
            .setIpProto(6)
            .setTcpFlags(0b10010)
            .build();

    private static TraceStorage read(NetworkPacketBundle.Builder bundle) {
        InternedData interned = InternedData.newBuilder()
                .addExtension(
                        ConnectivityInternedData.packetContext,
                        NetworkPacketContext.newBuilder()
                                .setIid(1)
                                .setCtx(COMMON)
                                .build())
                .build();
        return TraceBuilder.read(Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(2)
                        .setPackagesList(PackagesList.newBuilder()
                                .addPackages(PackagesList.PackageInfo.newBuilder()
                                        .setUid(10_123)
                                        .setName("an.app"))))
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setSequenceFlags(1)
                        .setInternedData(interned)
                        .setTimestamp(100)
                        .setExtension(ConnectivityTracePacket.networkPacketBundle, bundle.build()))
                .build()
                .toByteArray());
    }

    private static String rows(TraceStorage s) {
        Table t = s.table("__intrinsic_android_network_packets");
        Table slices = s.table("__intrinsic_slice");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            int slice = t.ints("id").get(i);
            text.append(slices.longs("ts").get(slice))
                    .append('+')
                    .append(slices.longs("dur").get(slice))
                    .append(' ')
                    .append(s.strings().get(slices.strings("name").get(slice)))
                    .append(' ')
                    .append(t.longs("packet_length").get(i))
                    .append('/')
                    .append(t.longs("packet_count").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("packet_tcp_flags_str").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void unpacksABundleIntoItsPackets() {
        assertEquals(
                "100+0 an.app 40/1 .s..a...; 105+0 an.app 60/1 .s..a...; ",
                rows(read(NetworkPacketBundle.newBuilder()
                        .setIid(1)
                        .addPacketTimestamps(0)
                        .addPacketTimestamps(5)
                        .addPacketLengths(40)
                        .addPacketLengths(60))));
    }

    @Test
    void showsAggregatedPacketsAsOneSlice() {
        assertEquals(
                "100+30 an.app 500/7 .s..a...; ",
                rows(read(NetworkPacketBundle.newBuilder()
                        .setIid(1)
                        .setTotalLength(500)
                        .setTotalPackets(7)
                        .setTotalDuration(30))));
    }

    @Test
    void countsMissingContexts() {
        TraceStorage s = read(NetworkPacketBundle.newBuilder()
                .setIid(9)
                .addPacketTimestamps(0)
                .addPacketLengths(40));
        assertEquals(1, TraceBuilder.stat(s, "network_trace_intern_errors"));
        assertEquals("100+0 uid=0 40/1 null; ", rows(s));
    }

    @Test
    void missingInterfacesAreEmptyAndLongTrackNamesAreTruncated() {
        NetworkPacketEvent withoutInterface =
                NetworkPacketEvent.newBuilder().setUid(7).build();
        NetworkPacketEvent longName = NetworkPacketEvent.newBuilder()
                .setNetworkInterface("x".repeat(70))
                .build();
        TraceStorage s = TraceBuilder.read(Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setTimestamp(10)
                        .setExtension(ConnectivityTracePacket.networkPacket, withoutInterface))
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setTimestamp(20)
                        .setExtension(ConnectivityTracePacket.networkPacket, longName))
                .build()
                .toByteArray());
        assertEquals("-; " + "x".repeat(70), Rows.of(s, "__intrinsic_android_network_packets", "iface:s"));
        assertEquals(" DIR_UNKNOWN; " + "x".repeat(63), Rows.of(s, "__intrinsic_track", "name:s"));
    }
}
