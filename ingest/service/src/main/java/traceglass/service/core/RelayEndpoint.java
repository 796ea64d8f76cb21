package traceglass.service.core;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.RemoteClockSync.SyncedClocks;

/// A connected relay of another machine: the machine's system information and clock readings. All methods run on the
/// loop's thread.
public final class RelayEndpoint {

    private static final int MAX_EXCHANGES = 5;

    private final TracingService service;
    private final int machineId;
    private final ArrayDeque<SyncedClocks> exchanges = new ArrayDeque<>();
    private @Nullable SystemInfo info;

    RelayEndpoint(TracingService service, int machineId) {
        this.service = service;
        this.machineId = machineId;
    }

    int machineId() {
        return machineId;
    }

    @Nullable
    SystemInfo info() {
        return info;
    }

    List<SyncedClocks> exchanges() {
        return List.copyOf(exchanges);
    }

    /// Sets the system information of the other machine.
    public void initialize(SystemInfo info) {
        this.info = info;
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

    /// Removes the relay and its machine from the service.
    public void disconnect() {
        service.onRelayDisconnected(this);
    }
}
