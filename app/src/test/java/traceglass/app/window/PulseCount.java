package traceglass.app.window;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javafx.animation.AnimationTimer;
import org.testfx.util.WaitForAsyncUtils;

/// Counts pulses, to tell after a wait in vain whether there are none or whether they were not used.
final class PulseCount extends AnimationTimer {

    private volatile int pulses;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // Pulses are on one thread.
    public void handle(long now) {
        pulses++;
    }

    /// How many pulses come in a second, and where the JavaFX thread is.
    static String look() throws Exception {
        PulseCount count = new PulseCount();
        String place = Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("JavaFX Application Thread"))
                .map(Map.Entry::getValue)
                .map(frames ->
                        Arrays.stream(frames).map(StackTraceElement::toString).collect(Collectors.joining(" < ")))
                .findFirst()
                .orElse("no place");
        WaitForAsyncUtils.asyncFx(count::start).get();
        TimeUnit.SECONDS.sleep(1);
        WaitForAsyncUtils.asyncFx(count::stop).get();
        return count.pulses + " pulses in a second, the JavaFX thread was at " + place;
    }
}
