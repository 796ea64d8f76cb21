package traceglass.ingest.network;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.extension.ConnectivityInternedData;
import traceglass.protos.extension.ConnectivityTracePacket;
import traceglass.protos.extension.NetworkPacketBundle;
import traceglass.protos.extension.NetworkPacketContext;
import traceglass.protos.extension.NetworkPacketEvent;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `network_packet` and `network_packet_bundle`: network packets by interface and direction. A bundle holds many
/// packets that differ only in time and length, or just their sum; the shared fields may be interned. Slices are named
/// after the app that owns the socket.
public final class NetworkPacketParser implements PacketParser {

    private static final TrackType PACKETS = TrackCompressor.compressed(
            "network_packets", Dimension.ofString("net_interface"), Dimension.ofString("net_direction"));
    private static final int BUNDLE = ConnectivityTracePacket.NETWORK_PACKET_BUNDLE_FIELD_NUMBER;
    /// An Android uid is the user id times this number plus the app id.
    private static final int IDS_PER_USER = 100_000;
    /// Maximum length of a track name in chars, as in trace processor.
    private static final int MAX_NAME = 63;
    /// Flags of a TCP header from the lowest bit: fin, syn, rst, psh, ack, urg, ece, cwr.
    private static final String TCP_FLAGS = "fsrpauec";

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue events;
    private Map<Long, Integer> packages;

    /// A packet, or several packets in a time span.
    ///
    /// @param durationNs time span of several packets, otherwise 0
    private record Event(NetworkPacketEvent common, long length, long count, long durationNs) {}

    public NetworkPacketParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
        events = packets.queue((ts, data, ref) -> add(ts, (Event) ref));
    }

    @Override
    public int[] fields() {
        return new int[] {ConnectivityTracePacket.NETWORK_PACKET_FIELD_NUMBER, BUNDLE};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        try {
            if (packet.field() == BUNDLE) {
                addBundle(ts, packet.decode(NetworkPacketBundle.parser()), packet.state());
            } else {
                NetworkPacketEvent event = packet.decode(NetworkPacketEvent.parser());
                events.push(ts, 0, new Event(event, unsigned(event.getLength()), 1, 0));
            }
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(StatNames.NETWORK_TRACE_PARSE_ERRORS);
        }
        return true;
    }

    private void addBundle(long ts, NetworkPacketBundle bundle, SequenceState state)
            throws InvalidProtocolBufferException {
        NetworkPacketEvent common = bundle.hasIid() ? interned(bundle, state) : bundle.getCtx();
        if (bundle.hasTotalLength()) {
            events.push(
                    ts,
                    0,
                    new Event(
                            common,
                            bundle.getTotalLength(),
                            unsigned(bundle.getTotalPackets()),
                            bundle.getTotalDuration()));
            return;
        }
        for (int i = 0; i < Math.min(bundle.getPacketTimestampsCount(), bundle.getPacketLengthsCount()); i++) {
            events.push(
                    ts + bundle.getPacketTimestamps(i),
                    0,
                    new Event(common, unsigned(bundle.getPacketLengths(i)), 1, 0));
        }
    }

    private NetworkPacketEvent interned(NetworkPacketBundle bundle, SequenceState state)
            throws InvalidProtocolBufferException {
        InternedMessage message = state.interned(ConnectivityInternedData.PACKET_CONTEXT_FIELD_NUMBER, bundle.getIid());
        if (message == null) {
            context.stats().increment(StatNames.NETWORK_TRACE_INTERN_ERRORS);
            return bundle.getCtx();
        }
        if (message.decoded() == null) {
            message.cacheDecoded(NetworkPacketContext.parseFrom(message.bytes()).getCtx());
        }
        return (NetworkPacketEvent) message.decoded();
    }

    private static long unsigned(int value) {
        return value & 0xFFFF_FFFFL;
    }

    private void add(long ts, Event event) {
        NetworkPacketEvent common = event.common;
        String direction = switch (common.getDirection()) {
            case DIR_INGRESS -> "Received";
            case DIR_EGRESS -> "Transmitted";
            default -> "DIR_UNKNOWN";
        };
        int iface = common.hasNetworkInterface() ? strings.intern(common.getNetworkInterface()) : StringPool.NULL;
        int directionId = strings.intern(direction);
        String name = common.getNetworkInterface() + " " + direction;
        int track = context.compressor()
                .lanes(
                        PACKETS,
                        strings.intern(name.substring(0, Math.min(name.length(), MAX_NAME))),
                        null,
                        null,
                        iface,
                        directionId)
                .scoped(ts, event.durationNs);
        int transport = strings.intern(transport(common));
        int tag = strings.intern("0x" + Integer.toHexString(common.getTag()));
        int tcpFlags = common.hasTcpFlags() ? strings.intern(tcpFlags(common.getTcpFlags())) : StringPool.NULL;
        int slice = context.slices()
                .scoped(
                        ts,
                        event.durationNs,
                        track,
                        StringPool.NULL,
                        owner(unsigned(common.getUid())),
                        b -> addArguments(b, event, transport, tag, tcpFlags));
        if (slice < 0) {
            return;
        }
        Table table = context.storage().table(TableNames.AndroidNetworkPackets.TABLE);
        int row = table.addRow();
        table.ints(TableNames.AndroidNetworkPackets.ID).set(row, slice);
        table.strings(TableNames.AndroidNetworkPackets.IFACE).set(row, iface);
        table.strings(TableNames.AndroidNetworkPackets.DIRECTION).set(row, directionId);
        table.strings(TableNames.AndroidNetworkPackets.PACKET_TRANSPORT).set(row, transport);
        table.longs(TableNames.AndroidNetworkPackets.PACKET_LENGTH).set(row, event.length);
        table.longs(TableNames.AndroidNetworkPackets.PACKET_COUNT).set(row, event.count);
        table.longs(TableNames.AndroidNetworkPackets.SOCKET_TAG).set(row, unsigned(common.getTag()));
        table.strings(TableNames.AndroidNetworkPackets.SOCKET_TAG_STR).set(row, tag);
        table.longs(TableNames.AndroidNetworkPackets.SOCKET_UID).set(row, unsigned(common.getUid()));
        setNumber(table, row, "local_port", common.hasLocalPort(), common.getLocalPort());
        setNumber(table, row, "remote_port", common.hasRemotePort(), common.getRemotePort());
        setNumber(table, row, "packet_icmp_type", common.hasIcmpType(), common.getIcmpType());
        setNumber(table, row, "packet_icmp_code", common.hasIcmpCode(), common.getIcmpCode());
        setNumber(table, row, "packet_tcp_flags", common.hasTcpFlags(), common.getTcpFlags());
        table.strings(TableNames.AndroidNetworkPackets.PACKET_TCP_FLAGS_STR).set(row, tcpFlags);
    }

    private void setNumber(Table table, int row, String column, boolean isSet, int value) {
        if (isSet) {
            table.longs(column).set(row, unsigned(value));
        }
    }

    private void addArguments(ArgSetBuilder b, Event event, int transport, int tag, int tcpFlags) {
        NetworkPacketEvent common = event.common;
        b.addString(strings.intern("packet_transport"), transport);
        b.addInt(strings.intern("socket_uid"), unsigned(common.getUid()));
        b.addString(strings.intern("socket_tag"), tag);
        if (tcpFlags != StringPool.NULL) {
            b.addString(strings.intern("packet_tcp_flags"), tcpFlags);
        }
        setNumber(b, "local_port", common.hasLocalPort(), common.getLocalPort());
        setNumber(b, "remote_port", common.hasRemotePort(), common.getRemotePort());
        setNumber(b, "packet_icmp_type", common.hasIcmpType(), common.getIcmpType());
        setNumber(b, "packet_icmp_code", common.hasIcmpCode(), common.getIcmpCode());
        b.addInt(strings.intern("packet_length"), event.length);
        b.addInt(strings.intern("packet_count"), event.count);
    }

    private void setNumber(ArgSetBuilder b, String key, boolean isSet, int value) {
        if (isSet) {
            b.addInt(strings.intern(key), unsigned(value));
        }
    }

    /// Returns the string id of the name of the package with this uid, or of the uid itself if there is none.
    private int owner(long uid) {
        if (packages == null) {
            packages = new HashMap<>();
            Table list = context.storage().table(TableNames.PackageList.TABLE);
            for (int row = list.sealed(); row < list.rowCount(); row++) {
                packages.putIfAbsent(
                        list.longs(TableNames.PackageList.UID).get(row),
                        list.strings(TableNames.PackageList.PACKAGE_NAME).get(row));
            }
        }
        Integer name = uid > 0 ? packages.get(uid % IDS_PER_USER) : null;
        return name == null ? strings.intern("uid=" + uid) : name;
    }

    /// Returns the name of the IP protocol by its IANA number.
    private static String transport(NetworkPacketEvent common) {
        return switch (common.getIpProto()) {
            case 6 -> "IPPROTO_TCP";
            case 17 -> "IPPROTO_UDP";
            case 1 -> "IPPROTO_ICMP";
            case 58 -> "IPPROTO_ICMPV6";
            default -> "IPPROTO (" + Integer.toUnsignedString(common.getIpProto()) + ")";
        };
    }

    private static String tcpFlags(int flags) {
        StringBuilder text = new StringBuilder(TCP_FLAGS);
        for (int bit = 0; bit < TCP_FLAGS.length(); bit++) {
            if ((flags >>> bit & 1) == 0) {
                text.setCharAt(bit, '.');
            }
        }
        return text.toString();
    }
}
