package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import java.util.List;
import traceglass.record.config.Probe.Section;

/// Probes for batteries, power rails and voltages.
final class PowerProbes {

    private static final String POWER = "android.power";

    static final List<Probe> ALL = List.of(
            Probe.of(
                            "power_rails",
                            Section.POWER,
                            "Battery and power rails",
                            "Charge and current of the battery, and the rails that the device measures",
                            ANDROID)
                    .source(
                            POWER,
                            "android_power_config { collect_power_rails: true battery_counters:"
                                    + " BATTERY_COUNTER_CAPACITY_PERCENT battery_counters: BATTERY_COUNTER_CHARGE"
                                    + " battery_counters: BATTERY_COUNTER_CURRENT }")
                    .options(Option.ofPollInterval(POWER, "android_power_config.battery_poll_ms", 1000))
                    .build(),
            Probe.of(
                            "power_voltages",
                            Section.POWER,
                            "Board voltages and frequencies",
                            "Changes of regulators and clocks",
                            ANDROID,
                            LINUX)
                    .events(
                            "regulator/regulator_set_voltage",
                            "regulator/regulator_set_voltage_complete",
                            "power/clock_enable",
                            "power/clock_disable",
                            "power/clock_set_rate",
                            "power/suspend_resume")
                    .build(),
            Probe.of(
                            "power_sysfs",
                            Section.POWER,
                            "Battery of this computer",
                            "Charge and current as reported by the kernel",
                            LINUX)
                    .source("linux.sysfs_power", "")
                    .build());

    private PowerProbes() {}
}
