package traceglass.record;

import java.util.List;
import traceglass.record.adb.AdbTarget;
import traceglass.record.spi.RecordProblem;

/// Gives tests in other packages access to the selection of a device.
public final class TargetsAccess {

    private TargetsAccess() {}

    public static AdbTarget device(List<AdbTarget> devices, String serial) throws RecordProblem {
        return Targets.device(devices, serial);
    }
}
