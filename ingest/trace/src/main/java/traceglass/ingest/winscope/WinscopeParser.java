package traceglass.ingest.winscope;

import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.winscope.FrameworksBaseWinscopeExtensions;
import traceglass.protos.winscope.FrameworksBaseWinscopeTracePacket;
import traceglass.protos.winscope.FrameworksNativeWinscopeExtensions;
import traceglass.protos.winscope.FrameworksNativeWinscopeTracePacket;
import traceglass.protos.winscope.WinscopeExtensionsDecoder;

/// Passes each Winscope packet to the class that handles it.
public final class WinscopeParser implements PacketParser {

    private static final int LAYERS = FrameworksNativeWinscopeTracePacket.SURFACEFLINGER_LAYERS_SNAPSHOT_FIELD_NUMBER;
    private static final int TRANSACTIONS =
            FrameworksNativeWinscopeTracePacket.SURFACEFLINGER_TRANSACTIONS_FIELD_NUMBER;
    private static final int TRANSITION = FrameworksBaseWinscopeTracePacket.SHELL_TRANSITION_FIELD_NUMBER;
    private static final int HANDLERS = FrameworksBaseWinscopeTracePacket.SHELL_HANDLER_MAPPINGS_FIELD_NUMBER;
    private static final int PROTOLOG = FrameworksNativeWinscopeTracePacket.PROTOLOG_MESSAGE_FIELD_NUMBER;
    private static final int PROTOLOG_CONFIG = FrameworksNativeWinscopeTracePacket.PROTOLOG_VIEWER_CONFIG_FIELD_NUMBER;
    private static final int EXTENSIONS = FrameworksNativeWinscopeTracePacket.WINSCOPE_EXTENSIONS_FIELD_NUMBER;

    private final SurfaceLayers layers;
    private final SurfaceTransactions transactions;
    private final ShellTransitions transitions;
    private final ProtoLog protoLog;
    private final InputMethods inputMethods;
    private final ViewCaptures viewCaptures;
    private final InputEvents inputEvents;
    private final WindowManagerSnapshots windowManager;

    public WinscopeParser(PacketContext packets) {
        WinscopeRows rows = new WinscopeRows(packets);
        layers = new SurfaceLayers(rows);
        transactions = new SurfaceTransactions(rows);
        transitions = new ShellTransitions(rows);
        protoLog = new ProtoLog(rows);
        inputMethods = new InputMethods(rows);
        viewCaptures = new ViewCaptures(rows);
        inputEvents = new InputEvents(rows);
        windowManager = new WindowManagerSnapshots(rows);
    }

    @Override
    public int[] fields() {
        return new int[] {LAYERS, TRANSACTIONS, TRANSITION, HANDLERS, PROTOLOG, PROTOLOG_CONFIG, EXTENSIONS};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        if (packet.field() == PROTOLOG_CONFIG) {
            protoLog.readConfig(packet);
            return true;
        }
        return false;
    }

    @Override
    public void parse(long ts, Packet packet) {
        switch (packet.field()) {
            case LAYERS -> layers.parse(ts, packet);
            case TRANSACTIONS -> transactions.parse(ts, packet);
            case TRANSITION -> transitions.addTransition(packet);
            case HANDLERS -> transitions.addHandlers(packet);
            case PROTOLOG -> protoLog.addMessage(ts, packet);
            case EXTENSIONS -> handleExtensions(ts, packet);
            default -> {}
        }
    }

    /// Reads the extensions; a packet contains one of them.
    private void handleExtensions(long ts, Packet packet) {
        WinscopeExtensionsDecoder extensions = packet.decode(new WinscopeExtensionsDecoder());
        for (int i = 0; i < extensions.otherCount(); i++) {
            WireMessage message =
                    new WireMessage(packet.buffer(), extensions.otherOffset(i), extensions.otherLength(i));
            switch (extensions.otherNumber(i)) {
                case FrameworksBaseWinscopeExtensions.INPUTMETHOD_CLIENTS_FIELD_NUMBER ->
                    inputMethods.writeClients(ts, message);
                case FrameworksBaseWinscopeExtensions.INPUTMETHOD_MANAGER_SERVICE_FIELD_NUMBER ->
                    inputMethods.writeManagerService(ts, message);
                case FrameworksBaseWinscopeExtensions.INPUTMETHOD_SERVICE_FIELD_NUMBER ->
                    inputMethods.writeService(ts, message);
                case FrameworksBaseWinscopeExtensions.VIEWCAPTURE_FIELD_NUMBER ->
                    viewCaptures.parse(ts, message, packet.state());
                case FrameworksNativeWinscopeExtensions.ANDROID_INPUT_EVENT_FIELD_NUMBER ->
                    inputEvents.parse(ts, message);
                case FrameworksBaseWinscopeExtensions.WINDOWMANAGER_FIELD_NUMBER -> windowManager.parse(ts, message);
                default -> {
                    continue;
                }
            }
            return;
        }
    }

    @Override
    public void atEnd() {
        transitions.finish();
    }
}
