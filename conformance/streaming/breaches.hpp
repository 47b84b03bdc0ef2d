#pragma once
// What was found broken while a stream came, and what was looked at.

#include "conformance/checks/contract_checks.hpp"
#include "conformance/streaming/bounded_text.hpp"
#include "conformance/streaming/rules.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// A place in a stream.
struct Spot {
    std::uint64_t offset = 0;  ///< in the body as it was on the wire
    std::uint64_t event = 0;   ///< number of the event, from 1; 0: none
};

/// The bytes of a body as they were on the wire, bounded, and when they came.
class Trace {
  public:
    /// Takes out of a text what no output may hold.
    using Mask = std::function<std::string(std::string_view)>;
    void set_mask(Mask mask) { mask_ = std::move(mask); }

    void begin(Instant started) { started_ = started; }
    void take(std::string_view bytes, Instant at);

    [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
    /// Returns how long after the request the byte came, as far back as is known.
    [[nodiscard]] Duration arrival(std::uint64_t offset) const;
    /// Says whether what no output may hold stands near an offset.
    [[nodiscard]] bool holds_secret(std::uint64_t offset) const;
    /// Returns the bytes around an offset, made visible; `>>` stands before it.
    [[nodiscard]] std::string around(std::uint64_t offset) const;
    /// Says where and when: `event 3, byte 120 of the body, 45.2 ms after the request: ...`.
    [[nodiscard]] std::string describe(const Spot& spot) const;

  private:
    struct Arrival {
        std::uint64_t end;  ///< offset behind the piece
        Instant at;
    };
    Mask mask_;
    Instant started_{};
    BoundedText bytes_{4'096, 65'536};
    std::deque<Arrival> arrivals_;
};

/// What a rule found.
struct Details {
    std::string got{};
    std::string expected{};  ///< in place of the rule's text; "": that
    std::optional<Spot> spot{};
    const StreamItem* item = nullptr;  ///< that the event belongs to, for rules without a word
    std::vector<std::string> requirements{};  ///< in place of the item's; empty: those
};

/// Gathers breaches. The same of a rule is kept once and counted.
class Breaches {
  public:
    /// `stream` (null: the document says nothing) and `trace` are borrowed.
    Breaches(const StreamContract* stream, const Trace& trace, SourceRef where)
        : stream_(stream), trace_(trace), where_(std::move(where)) {}

    void add(Rule rule, Details details);
    /// Says that what a word of the contract demands has been looked at.
    void looked_at(std::string_view word) { words_.insert(std::string(word)); }
    /// The same of an item's schema.
    void looked_at(const StreamItem& item) { items_.insert(&item); }

    /// Returns what is broken, and the requirements that held.
    [[nodiscard]] checks::Judged take();
    [[nodiscard]] bool empty() const { return kept_.empty(); }

  private:
    struct Kept {
        checks::Observation observation;
        std::uint64_t more = 0;
    };
    [[nodiscard]] std::vector<std::string> requirements_of(const RuleRow& row,
                                                           const Details& details,
                                                           Basis& basis) const;

    const StreamContract* stream_;
    const Trace& trace_;
    SourceRef where_;
    std::vector<Kept> kept_;
    std::uint64_t left_out_ = 0;
    std::set<std::string> broken_;
    std::set<std::string> words_;
    std::set<const StreamItem*> items_;
};

}  // namespace plumbline::streaming
