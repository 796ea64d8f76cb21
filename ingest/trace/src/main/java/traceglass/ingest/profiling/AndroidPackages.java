package traceglass.ingest.profiling;

import traceglass.ingest.ImportSession;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Finds the Android package to which code belongs, by its file or by the app that runs it.
final class AndroidPackages {

    private static final String DATA_APP = "/data/app/";
    private static final String IN_MEMORY_DEX = "dex extracted in memory from /data/app/";

    /// Apps on system partitions, whose paths do not contain the package: path prefix and package.
    private static final String[][] SYSTEM_FILES = {
        {"/system_ext/priv-app/SystemUIGoogle/SystemUIGoogle.apk", "com.android.systemui"},
        {"/product/priv-app/Phonesky/Phonesky.apk", "com.android.vending"},
        {"/product/app/Maps/Maps.apk", "com.google.android.apps.maps"},
        {"/system_ext/priv-app/NexusLauncherRelease/NexusLauncherRelease.apk", "com.google.android.apps.nexuslauncher"},
        {"/product/app/Photos/Photos.apk", "com.google.android.apps.photos"},
        {"/product/priv-app/WellbeingPrebuilt/WellbeingPrebuilt.apk", "com.google.android.apps.wellbeing"},
        {"/product/app/PrebuiltGmail/PrebuiltGmail.apk", "com.google.android.gm"},
        {"/product/priv-app/Velvet/Velvet.apk", "com.google.android.googlequicksearchbox"},
        {"/product/app/LatinIMEGooglePrebuilt/LatinIMEGooglePrebuilt.apk", "com.google.android.inputmethod.latin"},
        {"/product/app/PrebuiltBugle/PrebuiltBugle.apk", "com.google.android.apps.messaging"},
    };

    /// Apps on system partitions: a word that may occur anywhere in the path, and the package.
    private static final String[][] SYSTEM_WORDS = {
        {"DevicePersonalizationPrebuilt", "com.google.android.as"},
        {"MatchMaker", "com.google.android.as"},
        {"DeviceIntelligenceNetworkPrebuilt", "com.google.android.as.oss"},
        {"SettingsIntelligenceGooglePrebuilt", "com.google.android.settings.intelligence"},
        {"PrebuiltGmsCore", "com.google.android.gms"},
        {"com.google.android.gms", "com.google.android.gms"},
    };

    private final ImportSession session;

    AndroidPackages(ImportSession session) {
        this.session = session;
    }

    /// Returns the package to which a file belongs, or null. Paths of installed apps without a package name are
    /// counted as errors.
    String ofFile(String path) {
        for (String[] entry : SYSTEM_FILES) {
            if (path.startsWith(entry[0])) {
                return entry[1];
            }
        }
        for (String[] entry : SYSTEM_WORDS) {
            if (path.contains(entry[0])) {
                return entry[1];
            }
        }
        if (path.startsWith(DATA_APP)) {
            return ofInstalled(path.substring(DATA_APP.length()));
        }
        int dex = path.indexOf(IN_MEMORY_DEX);
        return dex < 0 ? null : ofInstalled(path.substring(dex + IN_MEMORY_DEX.length()));
    }

    /// Returns the package in `<package>-<random>/…` or, since Android R, `~~<random>/<package>-<random>/…`.
    private String ofInstalled(String path) {
        int start = path.startsWith("~") ? path.indexOf('/') + 1 : 0;
        boolean hasStart = start > 0 || !path.startsWith("~");
        int slash = hasStart ? path.indexOf('/', start + 1) : -1;
        int minus = slash < 0 ? -1 : path.indexOf('-', start);
        if (minus < 0 || minus >= start + slash) {
            session.globalStats().increment(StatNames.DEOBFUSCATE_LOCATION_PARSE_ERROR);
            return null;
        }
        return path.substring(start, minus);
    }

    /// Returns the string id of the package that a process runs, found in the package list by uid;
    /// [StringPool#NULL] if unknown.
    int ofProcess(int upid) {
        long appId = session.storage()
                .table(TableNames.Process.TABLE)
                .longs(TableNames.Process.ANDROID_APPID)
                .get(upid);
        if (appId == LongColumn.NULL) {
            return StringPool.NULL;
        }
        Table packages = session.storage().table(TableNames.PackageList.TABLE);
        LongColumn uids = packages.longs(TableNames.PackageList.UID);
        for (int row = 0; row < packages.rowCount(); row++) {
            if (uids.get(row) == appId) {
                return packages.strings(TableNames.PackageList.PACKAGE_NAME).get(row);
            }
        }
        return StringPool.NULL;
    }
}
