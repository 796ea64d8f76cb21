package traceglass.app.window;

import java.util.concurrent.Callable;
import org.testfx.util.WaitForAsyncUtils;

/// Gets a value on the JavaFX thread.
public final class FxSupply {

    private FxSupply() {}

    public static <T> T get(Callable<T> value) {
        return WaitForAsyncUtils.waitForAsyncFx(60_000, value);
    }
}
