package traceglass.ingest.bugreport;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Meaning of the short names in battery statistics (BatteryStats of Android's framework).
final class BatteryNames {

    static final Map<String, String> EVENTS = pairs("""
        Enl null Epr proc Efg fg Etp top Esy sync Ewl wake_lock_in Ejb job Eur user Euf userfg Ecn conn Eac active Epi pkginst
        Epu pkgunin Eal alarm Est stats Eai pkginactive Eaa pkgactive Etw tmpwhitelist Esw screenwake Ewa wakeupap Elw longwake
        Eec est_capacity\
        """);

    static final Map<String, String> STATES = pairs("""
        r running w wake_lock s sensor g gps Wl wifi_full_lock Ws wifi_scan Wm wifi_multicast Wr wifi_radio Pr mobile_radio
        Psc phone_scanning a audio S screen BP plugged Sd screen_doze Pcn data_conn Pst phone_state Pss phone_signal_strength
        Sb brightness ps power_save v video Ww wifi_running W wifi fl flashlight di device_idle ch charging Ud usb_data
        Pcl phone_in_call b bluetooth Wss wifi_signal_strength Wsp wifi_suppl ca camera bles ble_scan Chtp cellular_high_tx_power
        Gss gps_signal_quality nrs nr_state\
        """);

    /// Names of counter tracks.
    static final Map<String, String> COUNTERS =
            pairs("capacity_pct batt.capacity_pct charge_uah batt.charge_uah voltage_uv batt.voltage_uv");

    /// Names of the values of a state, starting with 0.
    private static final Map<String, List<String>> VALUES = Map.of(
            "data_conn",
                    List.of(("oos gprs edge umts cdma evdo_0 evdo_A 1xrtt hsdpa hsupa hspa iden evdo_b lte ehrpd hspap"
                                    + " gsm td_scdma iwlan lte_ca nr emngcy other")
                            .split(" ")),
            "phone_state", List.of("in", "out", "em", "off"),
            "device_idle", List.of("off", "light", "full", "???"),
            "wifi_suppl", List.of("inv dsc dis inact scan auth ascing asced 4-way group compl dorm uninit".split(" ")),
            "gps_signal_quality", List.of("poor", "good", "none"));

    private BatteryNames() {}

    /// Returns the number of a state's value; null if it is unknown.
    static Long value(String state, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            int index = VALUES.getOrDefault(state, List.of()).indexOf(text);
            return index < 0 ? null : (long) index;
        }
    }

    private static Map<String, String> pairs(String text) {
        String[] words = text.split("\\s+");
        Map<String, String> pairs = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            pairs.put(words[i], words[i + 1]);
        }
        return Map.copyOf(pairs);
    }
}
