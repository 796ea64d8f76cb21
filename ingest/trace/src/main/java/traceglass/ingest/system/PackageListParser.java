package traceglass.ingest.system;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.android.AndroidUserListDecoder;
import traceglass.protos.android.PackageInfoDecoder;
import traceglass.protos.android.PackagesListDecoder;
import traceglass.protos.android.UserInfoDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `PackagesList` and `AndroidUserList`: packages installed on the device and its users. These packets have no
/// time.
public final class PackageListParser implements PacketParser {

    private final ImportContext context;
    private final Set<Integer> packages = new HashSet<>();
    private final Map<Long, Integer> userRows = new HashMap<>();

    public PackageListParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PACKAGES_LIST_FIELD_NUMBER, TracePacket.USER_LIST_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        if (packet.field() == TracePacket.PACKAGES_LIST_FIELD_NUMBER) {
            readPackages(packet.decode(new PackagesListDecoder()));
        } else {
            readUsers(packet.decode(new AndroidUserListDecoder()));
        }
        return true;
    }

    private void readPackages(PackagesListDecoder list) {
        PackageInfoDecoder item = new PackageInfoDecoder();
        for (int i = 0; i < list.packagesCount(); i++) {
            addPackage(list.packages(i, item));
        }
        context.stats().set(StatNames.PACKAGES_LIST_HAS_READ_ERRORS, list.readError() ? 1 : 0);
        context.stats().set(StatNames.PACKAGES_LIST_HAS_PARSE_ERRORS, list.parseError() ? 1 : 0);
    }

    private void addPackage(PackageInfoDecoder item) {
        int name = item.nameId(context.strings());
        // Several data sources write the package list.
        if (packages.add(name)) {
            Table table = context.storage().table(TableNames.PackageList.TABLE);
            int row = table.addRow();
            table.strings(TableNames.PackageList.PACKAGE_NAME).set(row, name);
            table.longs(TableNames.PackageList.UID).set(row, item.uid());
            table.ints(TableNames.PackageList.DEBUGGABLE).set(row, item.debuggable() ? 1 : 0);
            table.ints(TableNames.PackageList.PROFILEABLE_FROM_SHELL).set(row, item.profileableFromShell() ? 1 : 0);
            table.longs(TableNames.PackageList.VERSION_CODE).set(row, item.versionCode());
        }
    }

    private void readUsers(AndroidUserListDecoder list) {
        if (list.error() < 0) {
            context.stats().increment(StatNames.USER_LIST_ERRORS);
        }
        UserInfoDecoder user = new UserInfoDecoder();
        for (int i = 0; i < list.usersCount(); i++) {
            long uid = list.users(i, user).uid();
            Table table = context.storage().table(TableNames.AndroidUserList.TABLE);
            int row = userRows.computeIfAbsent(uid, u -> table.addRow());
            table.strings(TableNames.AndroidUserList.TYPE).set(row, user.typeId(context.strings()));
            table.longs(TableNames.AndroidUserList.ANDROID_USER_ID).set(row, uid);
        }
    }
}
