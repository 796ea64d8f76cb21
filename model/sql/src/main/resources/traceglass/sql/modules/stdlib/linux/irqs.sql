-- Interrupts: their CPU time, and the names of their numbers.

-- Handlers of hardware interrupts.
CREATE PERFETTO VIEW linux_hard_irqs(
  ts TIMESTAMP, dur DURATION, name STRING, id JOINID(slice.id), parent_id JOINID(slice.id)
)
AS
SELECT s.ts, s.dur, s.name, s.id, s.parent_id
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.type = 'cpu_irq';

-- Handlers of software interrupts.
CREATE PERFETTO VIEW linux_soft_irqs(
  ts TIMESTAMP, dur DURATION, name STRING, id JOINID(slice.id)
)
AS
SELECT s.ts, s.dur, s.name, s.id
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
WHERE t.type = 'cpu_softirq';

-- Handlers of hardware and software interrupts.
CREATE PERFETTO VIEW linux_irqs(
  ts TIMESTAMP, dur DURATION, name STRING, id JOINID(slice.id), parent_id JOINID(slice.id), is_soft_irq BOOL
)
AS
SELECT ts, dur, name, id, parent_id, false AS is_soft_irq FROM linux_hard_irqs
UNION ALL
SELECT ts, dur, name, id, NULL, true FROM linux_soft_irqs
ORDER BY is_soft_irq, id;

-- Names of the interrupts by their numbers.
CREATE PERFETTO VIEW linux_interrupt_mapping(
  id ID, irq_id LONG, name STRING, machine_id JOINID(machine.id)
)
AS
SELECT id, irq_id, name, machine_id FROM _linux_interrupt_mapping;
