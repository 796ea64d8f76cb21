package traceglass.app.window.frame;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import traceglass.app.command.Choice;
import traceglass.app.command.Choices;
import traceglass.store.time.TimeZones;

/// The time zones of the system to pick one from; an offset from UTC can be typed as well.
final class ZoneChoices implements Choices {

    /// More than anybody goes through without typing another letter.
    private static final int MOST = 60;

    private final Consumer<ZoneId> answer;

    ZoneChoices(Consumer<ZoneId> answer) {
        this.answer = answer;
    }

    @Override
    public String question() {
        return "Time zone: a name or city, or an offset from UTC such as +5:30";
    }

    @Override
    public void find(String typed, Consumer<Found> found) {
        List<Choice> choices = new ArrayList<>();
        Optional<ZoneId> meant = TimeZones.parse(typed);
        meant.ifPresent(zone ->
                choices.add(Choice.of("clock", name(zone.getId()), remark(zone.getId()), () -> answer.accept(zone))));
        List<String> names = typed.isBlank() ? common() : TimeZones.names();
        List<Choice> fitting = Choices.matching(
                typed.strip().replace(' ', '_'),
                names,
                ZoneChoices::name,
                ZoneChoices::remark,
                name -> answer.accept(ZoneId.of(name)));
        fitting.stream()
                .limit(MOST)
                .filter(c ->
                        meant.isEmpty() || !c.title().equals(name(meant.get().getId())))
                .forEach(choices::add);
        found.accept(new Found(
                choices,
                typed.isBlank()
                        ? ""
                        : choices.isEmpty()
                                ? "no time zone"
                                : choices.size() == 1 ? "1 time zone" : choices.size() + " time zones"));
    }

    /// What stands first: the system's own zone, then all in the order of the alphabet.
    private static List<String> common() {
        List<String> names = new ArrayList<>(TimeZones.names());
        String own = ZoneId.systemDefault().getId();
        names.remove(own);
        names.addFirst(own);
        return names;
    }

    private static String name(String id) {
        return id.startsWith("+") || id.startsWith("-") ? "UTC" + id : id;
    }

    private static String remark(String id) {
        String offset = ZoneId.of(id).getRules().getOffset(Instant.now()).getId();
        String now = offset.equals("Z") ? "UTC" : "UTC" + offset;
        return id.equals(ZoneId.systemDefault().getId()) ? now + " · this computer's" : now;
    }
}
