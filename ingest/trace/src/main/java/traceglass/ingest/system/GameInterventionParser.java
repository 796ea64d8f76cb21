package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.android.AndroidGameInterventionListDecoder;
import traceglass.protos.android.GameModeInfoDecoder;
import traceglass.protos.android.GamePackageInfoDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `AndroidGameInterventionList`: Android's interventions for games in each game mode.
public final class GameInterventionParser implements PacketParser {

    /// Columns of the game modes, by number.
    private static final String[] MODES = {null, "standard_mode", "perf_mode", "battery_mode"};

    private final ImportContext context;

    public GameInterventionParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_GAME_INTERVENTION_LIST_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        AndroidGameInterventionListDecoder list = packet.decode(new AndroidGameInterventionListDecoder());
        GamePackageInfoDecoder game = new GamePackageInfoDecoder();
        for (int i = 0; i < list.gamePackagesCount(); i++) {
            addGame(list.gamePackages(i, game));
        }
        context.stats().set(StatNames.GAME_INTERVENTION_HAS_READ_ERRORS, list.readError() ? 1 : 0);
        context.stats().set(StatNames.GAME_INTERVENTION_HAS_PARSE_ERRORS, list.parseError() ? 1 : 0);
    }

    private void addGame(GamePackageInfoDecoder game) {
        Table table = context.storage().table(TableNames.AndroidGameInterventionList.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidGameInterventionList.UID).set(row, game.uid());
        table.ints(TableNames.AndroidGameInterventionList.CURRENT_MODE).set(row, game.currentMode());
        for (int i = 1; i < MODES.length; i++) {
            table.ints(MODES[i] + "_supported").set(row, 0);
        }
        table.strings(TableNames.AndroidGameInterventionList.PACKAGE_NAME).set(row, game.nameId(context.strings()));
        GameModeInfoDecoder mode = new GameModeInfoDecoder();
        for (int i = 0; i < game.gameModeInfoCount(); i++) {
            setMode(table, row, game.gameModeInfo(i, mode));
        }
    }

    private static void setMode(Table table, int row, GameModeInfoDecoder mode) {
        int number = mode.mode();
        if (number < 1 || number >= MODES.length) {
            return;
        }
        String columns = MODES[number];
        table.ints(columns + "_supported").set(row, 1);
        table.doubles(columns + "_downscale").set(row, mode.resolutionDownscale());
        table.ints(columns + "_use_angle").set(row, mode.useAngle() ? 1 : 0);
        table.doubles(columns + "_fps").set(row, mode.fps());
    }
}
