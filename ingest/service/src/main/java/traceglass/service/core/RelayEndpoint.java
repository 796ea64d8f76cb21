package traceglass.service.core;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.RemoteClockSync.SyncedClocks;
import traceglass.service.core.peer.MachineInfo;
import traceglass.service.core.peer.PeerIdentity;

/// A connected relay of another machine: the machine's system information and clock readings. All methods run on the
/// loop's thread.
public final class RelayEndpoint {

    private static final int MAX_EXCHANGES = 5;

    private final TracingService service;
    private final PeerIdentity identity;
    private final ArrayDeque<SyncedClocks> exchanges = new ArrayDeque<>();
    private @Nullable SystemInfo info;

    RelayEndpoint(TracingService service, PeerIdentity identity) {
        this.service = service;
        this.identity = identity;
    }

    int machineId() {
        return identity.machineId();
    }

    @Nullable
    SystemInfo info() {
        return info;
    }

    List<SyncedClocks> exchanges() {
        return List.copyOf(exchanges);
    }

    /// Sets the system information of the other machine. Adds its name, which Perfetto's relay sends only with its
    /// identity, unless all machines with this system have that name.
    public void initialize(SystemInfo info) {
        String name = identity.machineName();
        boolean isNamed = info.hasMachineName()
                || name.isEmpty()
                || name.equals(info.getUtsname().getSysname());
        this.info = isNamed ? info : info.toBuilder().setMachineName(name).build();
    }

    /// Pairs a clock snapshot that has just arrived from the other machine with a snapshot of this machine.
    public void synchronize(ClockSnapshot remote) {
        if (exchanges.size() == MAX_EXCHANGES) {
            exchanges.removeFirst();
        }
        exchanges.addLast(SyncedClocks.newBuilder()
                .setClientClocks(remote)
                .setHostClocks(MachineInfo.readClocks())
                .build());
    }

    /// Removes the relay and its machine from the service. Running sessions keep the information about the machine.
    public void disconnect() {
        service.onRelayDisconnected(this);
    }
}
