#pragma once
// Collects the findings about a stream, and the requirements that were checked.

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

/// A position in a stream.
struct StreamPosition {
    std::uint64_t offset = 0;  ///< position in the body as received
    std::uint64_t event = 0;   ///< number of the event, from 1; 0 if there is none
};

/// The bytes of a body as received (bounded), and when they arrived.
class WireTrace {
  public:
    /// Replaces the secrets in a text.
    using SecretMask = std::function<std::string(std::string_view)>;
    void set_mask(SecretMask mask) { mask_ = std::move(mask); }

    void begin(Instant started) { started_ = started; }
    void append(std::string_view bytes, Instant at);

    [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
    /// Returns how long after the request a byte arrived, approximately for old bytes.
    [[nodiscard]] Duration arrival_time(std::uint64_t offset) const;
    /// Returns whether there is a secret near an offset.
    [[nodiscard]] bool has_secret_near(std::uint64_t offset) const;
    /// Returns the bytes around a position, unless there is a secret among them.
    [[nodiscard]] reports::StreamExcerpt excerpt_of(const StreamPosition& position) const;
    /// Returns the bytes around an offset, with escapes; `>>` precedes the byte at the offset.
    [[nodiscard]] std::string context_of(std::uint64_t offset) const;
    /// Returns a description: `event 3, byte 120 of the body, 45.2 ms after the request: ...`.
    [[nodiscard]] std::string describe(const StreamPosition& position) const;

  private:
    struct ReadArrival {
        std::uint64_t end;  ///< offset after the received bytes
        Instant at;
    };
    /// The bytes before and after an offset, masked.
    struct MaskedBytes {
        std::string before;
        std::string after;
        bool has_split_secret = false;  ///< the offset is within a secret
    };
    [[nodiscard]] MaskedBytes masked_bytes(std::uint64_t offset) const;
    [[nodiscard]] double milliseconds_to(std::uint64_t offset) const;
    SecretMask mask_;
    Instant started_{};
    BoundedText bytes_{4'096, 65'536};
    std::deque<ReadArrival> arrivals_;
};

/// What a rule found.
struct FindingDetails {
    std::string got{};
    std::string expected{};  ///< if empty, the text of the rule
    std::optional<StreamPosition> position{};
    const DeclaredEvent* item = nullptr;      ///< that the event belongs to, for rules without a
                                              ///< contract rule
    std::vector<std::string> requirements{};  ///< if empty, those of the item
    std::string kind{};  ///< findings of a rule and a kind are one; if empty, what is expected
};

/// Collects findings. Equal findings are stored once and counted.
class FindingCollector {
  public:
    /// Borrows `stream` (null if it is not declared) and `trace`.
    FindingCollector(const StreamContract* stream, const WireTrace& trace, SourceRef where)
        : stream_(stream), trace_(trace), where_(std::move(where)) {}

    /// Adds nothing if the rule is not one of this stream, see StreamRuleSource.
    void add(StreamRuleId rule, FindingDetails details);
    /// Records that a rule of the contract was checked.
    void mark_checked(std::string_view rule) { checked_rules_.insert(std::string(rule)); }
    /// Records that an event fulfilled requirements.
    template <class Ids>
    void mark_shown(const Ids& ids) {
        shown_.insert(ids.begin(), ids.end());
    }

    /// Returns the findings, and the verified requirements: those that were shown or checked, and
    /// not violated.
    [[nodiscard]] checks::CheckResult take_result();
    [[nodiscard]] bool empty() const { return findings_.empty(); }
    /// Returns the bytes around each finding that has a position.
    [[nodiscard]] std::vector<reports::StreamExcerpt> take_excerpts() {
        return std::move(excerpts_);
    }

  private:
    struct CountedFinding {
        checks::CheckFinding finding;
        std::string kind;
        std::uint64_t repeats = 0;
    };
    [[nodiscard]] std::vector<std::string> requirements_of(const StreamRuleRow& row,
                                                           const FindingDetails& details,
                                                           Basis& basis) const;

    const StreamContract* stream_;
    const WireTrace& trace_;
    SourceRef where_;
    std::vector<CountedFinding> findings_;
    std::vector<reports::StreamExcerpt> excerpts_;
    std::uint64_t omitted_ = 0;
    std::set<std::string> violated_;
    std::set<std::string> checked_rules_;
    std::set<std::string> shown_;
};

}  // namespace plumbline::streaming
