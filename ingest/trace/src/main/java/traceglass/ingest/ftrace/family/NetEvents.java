package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.InetSockSetStateFtraceEvent;
import traceglass.protos.ftrace.KfreeSkbFtraceEvent;
import traceglass.protos.ftrace.NapiGroReceiveEntryFtraceEvent;
import traceglass.protos.ftrace.NapiGroReceiveExitFtraceEvent;
import traceglass.protos.ftrace.NetDevXmitFtraceEvent;
import traceglass.protos.ftrace.NetifReceiveSkbFtraceEvent;
import traceglass.protos.ftrace.TcpRetransmitSkbFtraceEvent;

/// Handles traffic of network interfaces and the states of TCP connections.
final class NetEvents extends EventFamily {

    private static final Dimension INTERFACE = Dimension.ofString("network_interface");
    private static final TrackType RECEIVED = TrackType.counter("net_receive", null, INTERFACE);
    private static final TrackType SENT = TrackType.counter("net_transmit", null, INTERFACE);
    private static final TrackType SOCKETS =
            TrackType.slices("net_socket_set_state", Dimension.ofInt("tcp_stream_idx"));
    private static final TrackType RETRANSMITS = TrackType.slices("net_tcp_retransmit_skb");
    private static final TrackType DROPPED = TrackType.counter("net_kfree_skb", null);

    /// Names of TCP states by number (include/net/tcp_states.h of Linux).
    private static final String[] TCP_STATES = {
        "TCP_UNKNOWN",
        "TCP_ESTABLISHED",
        "TCP_SYN_SENT",
        "TCP_SYN_RECV",
        "TCP_FIN_WAIT1",
        "TCP_FIN_WAIT2",
        "TCP_TIME_WAIT",
        "TCP_CLOSE",
        "TCP_CLOSE_WAIT",
        "TCP_LAST_ACK",
        "TCP_LISTEN",
        "TCP_CLOSING",
        "TCP_NEW_SYN_RECV"
    };
    private static final int ESTABLISHED = 1;
    private static final int SYN_SENT = 2;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int IPPROTO_TCP = 6;
    private static final int ETH_P_IP = 0x800;
    private static final int ETH_P_IPV6 = 0x86DD;
    private static final int BYTES_IN_KB = 1024;

    private final CpuTracks napi =
            new CpuTracks(TrackType.slices("cpu_napi_gro", TrackType.CPU), cpu -> "Napi Gro Cpu " + cpu);
    private final Map<Integer, Long> receivedBytes = new HashMap<>();
    private final Map<Integer, Long> sentBytes = new HashMap<>();
    private final Map<Long, Integer> streams = new HashMap<>();
    private final int cpuKey = id("cpu");
    private final int lenKey = id("len");
    private final int napiGro = id("napi_gro");
    private final int tcpState = id("tcp_state");
    private long dropped;

    NetEvents(ImportContext context) {
        super(context);
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(
                FtraceEvent.NETIF_RECEIVE_SKB_FIELD_NUMBER,
                e -> handleTraffic(
                        e,
                        RECEIVED,
                        " Received KB",
                        receivedBytes,
                        e.stringId(NetifReceiveSkbFtraceEvent.NAME_FIELD_NUMBER),
                        e.asUint32(NetifReceiveSkbFtraceEvent.LEN_FIELD_NUMBER)));
        handlers.on(FtraceEvent.NET_DEV_XMIT_FIELD_NUMBER, e -> {
            // Other return codes mean that the driver did not accept the packet.
            if (e.asInt(NetDevXmitFtraceEvent.RC_FIELD_NUMBER) == 0) {
                handleTraffic(
                        e,
                        SENT,
                        " Transmitted KB",
                        sentBytes,
                        e.stringId(NetDevXmitFtraceEvent.NAME_FIELD_NUMBER),
                        e.asUint32(NetDevXmitFtraceEvent.LEN_FIELD_NUMBER));
            }
        });
        handlers.on(FtraceEvent.INET_SOCK_SET_STATE_FIELD_NUMBER, this::handleSocketState);
        handlers.on(
                FtraceEvent.TCP_RETRANSMIT_SKB_FIELD_NUMBER,
                e -> instant(
                        e,
                        track(RETRANSMITS, id("TCP Retransmit Skb")),
                        id("tcp_event"),
                        id("sport=" + e.asUint32(TcpRetransmitSkbFtraceEvent.SPORT_FIELD_NUMBER) + ",dport="
                                + e.asUint32(TcpRetransmitSkbFtraceEvent.DPORT_FIELD_NUMBER)),
                        null));
        handlers.on(
                FtraceEvent.NAPI_GRO_RECEIVE_ENTRY_FIELD_NUMBER,
                e -> begin(
                        e,
                        napi.of(e.cpu()),
                        napiGro,
                        e.stringId(NapiGroReceiveEntryFtraceEvent.NAME_FIELD_NUMBER),
                        b -> b.addInt(lenKey, e.asUint32(NapiGroReceiveEntryFtraceEvent.LEN_FIELD_NUMBER))));
        handlers.on(
                FtraceEvent.NAPI_GRO_RECEIVE_EXIT_FIELD_NUMBER,
                e -> end(
                        e,
                        napi.of(e.cpu()),
                        napiGro,
                        NULL,
                        b -> b.addInt(id("ret"), e.asInt(NapiGroReceiveExitFtraceEvent.RET_FIELD_NUMBER))));
        handlers.on(FtraceEvent.KFREE_SKB_FIELD_NUMBER, this::handleDroppedPacket);
    }

    private void handleTraffic(
            KernelEvent e, TrackType type, String suffix, Map<Integer, Long> sums, int device, long length) {
        String name = context.strings().get(device);
        int track = track(type, id(255, (name == null ? "" : name) + suffix), device);
        long sum = sums.merge(device, length, Long::sum);
        long sumKb = sum / BYTES_IN_KB;
        setCounter(e, sumKb, track, b -> b.addUint(cpuKey, e.cpu()).addUint(lenKey, length));
    }

    private void handleSocketState(KernelEvent e) {
        long family = e.asUint32(InetSockSetStateFtraceEvent.FAMILY_FIELD_NUMBER);
        int state = e.asInt(InetSockSetStateFtraceEvent.NEWSTATE_FIELD_NUMBER);
        int before = e.asInt(InetSockSetStateFtraceEvent.OLDSTATE_FIELD_NUMBER);
        if (e.asUint32(InetSockSetStateFtraceEvent.PROTOCOL_FIELD_NUMBER) != IPPROTO_TCP
                || family != AF_INET && family != AF_INET6
                || state < 0
                || state >= TCP_STATES.length
                || before < 0
                || before >= TCP_STATES.length) {
            return;
        }
        int next = streams.size() + 1;
        int stream = streams.computeIfAbsent(e.asLong(InetSockSetStateFtraceEvent.SKADDR_FIELD_NUMBER), a -> next);
        String name = TCP_STATES[state];
        if (state == SYN_SENT) {
            name = name + "(pid=" + e.tid() + ")";
        } else if (state == ESTABLISHED) {
            name = name + "(sport=" + e.asUint32(InetSockSetStateFtraceEvent.SPORT_FIELD_NUMBER) + ",dport="
                    + e.asUint32(InetSockSetStateFtraceEvent.DPORT_FIELD_NUMBER) + ")";
        }
        int track = track(SOCKETS, id("TCP stream#" + stream), stream);
        end(e, track);
        begin(e, track, tcpState, id(name), null);
    }

    private void handleDroppedPacket(KernelEvent e) {
        long protocol = e.asUint32(KfreeSkbFtraceEvent.PROTOCOL_FIELD_NUMBER);
        if (protocol == ETH_P_IP || protocol == ETH_P_IPV6) {
            setCounter(
                    e,
                    ++dropped,
                    track(DROPPED, id("Kfree Skb IP Prot")),
                    b -> b.addString(id("protocol"), id(protocol == ETH_P_IP ? "IP" : "IPV6")));
        }
    }
}
