package traceglass.app.window;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javafx.animation.AnimationTimer;
import org.testfx.util.WaitForAsyncUtils;

/// Counts pulses, to find out after a timeout whether there were none or whether they had no effect.
final class PulseCounter extends AnimationTimer {

    private volatile int pulses;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // Pulses run on one thread.
    public void handle(long now) {
        pulses++;
    }

    /// Describes how many pulses occur in a second, and what the JavaFX thread is doing.
    static String describe() throws Exception {
        PulseCounter count = new PulseCounter();
        String location = Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("JavaFX Application Thread"))
                .map(Map.Entry::getValue)
                .map(frames ->
                        Arrays.stream(frames).map(StackTraceElement::toString).collect(Collectors.joining(" < ")))
                .findFirst()
                .orElse("unknown location");
        WaitForAsyncUtils.asyncFx(count::start).get();
        TimeUnit.SECONDS.sleep(1);
        WaitForAsyncUtils.asyncFx(count::stop).get();
        return count.pulses + " pulses in a second, the JavaFX thread was at " + location;
    }
}
