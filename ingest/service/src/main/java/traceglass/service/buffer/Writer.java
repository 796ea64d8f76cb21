package traceglass.service.buffer;

/// One writer of one producer: the source of a packet sequence.
///
/// @param producer id of the producer, 1 to 65535
/// @param id writer id that the producer chose, 1 to 32767
public record Writer(int producer, int id) {}
