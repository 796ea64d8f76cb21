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

/// Lets the user pick a time zone of the system or type an offset from UTC.
final class ZoneChoices implements Choices {

    /// Maximum length of the list; users type another letter rather than scroll through more.
    private static final int MAX_LISTED = 60;

    private final Consumer<ZoneId> answer;

    ZoneChoices(Consumer<ZoneId> answer) {
        this.answer = answer;
    }

    @Override
    public String question() {
        return FrameTexts.ZONE_QUESTION;
    }

    @Override
    public void find(String typed, Consumer<Found> onFound) {
        List<Choice> choices = new ArrayList<>();
        Optional<ZoneId> parsed = TimeZones.parse(typed);
        parsed.ifPresent(zone ->
                choices.add(Choice.of("clock", name(zone.getId()), note(zone.getId()), () -> answer.accept(zone))));
        List<String> names = typed.isBlank() ? common() : TimeZones.names();
        List<Choice> matches = Choices.matching(
                typed.strip().replace(' ', '_'),
                names,
                ZoneChoices::name,
                ZoneChoices::note,
                name -> answer.accept(ZoneId.of(name)));
        matches.stream()
                .limit(MAX_LISTED)
                .filter(c ->
                        parsed.isEmpty() || !c.title().equals(name(parsed.get().getId())))
                .forEach(choices::add);
        onFound.accept(new Found(choices, typed.isBlank() ? "" : FrameTexts.zones(choices.size())));
    }

    /// Choices before anything is typed: the system's own zone, then all zones in alphabetical order.
    private static List<String> common() {
        List<String> names = new ArrayList<>(TimeZones.names());
        String systemZone = ZoneId.systemDefault().getId();
        names.remove(systemZone);
        names.addFirst(systemZone);
        return names;
    }

    private static String name(String id) {
        return id.startsWith("+") || id.startsWith("-") ? FrameTexts.utc(id) : id;
    }

    private static String note(String id) {
        String offset = ZoneId.of(id).getRules().getOffset(Instant.now()).getId();
        String current = FrameTexts.utc(offset.equals("Z") ? "" : offset);
        return id.equals(ZoneId.systemDefault().getId()) ? FrameTexts.zoneOfComputer(current) : current;
    }
}
