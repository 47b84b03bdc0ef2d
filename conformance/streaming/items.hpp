#pragma once
// Each event by itself against what the contract says of the stream's items.

#include "conformance/streaming/breaches.hpp"
#include "conformance/streaming/event_reader.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/schema/schema.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::streaming {

/// An event's place among the modes.
struct Chunk {
    std::string mode;   ///< "": none that is known
    std::string scope;  ///< namespace of a subgraph behind the first `|`, "" if there is none
    const StreamItem* item = nullptr;  ///< of the mode; null: none
    const Json* data = nullptr;        ///< the chunk itself, taken out of a pair; null: no JSON
    const Seen& seen;
};

/// How a mode and its chunk stand on the wire. Source: description, "Streaming objects".
enum class PairReading {
    kUnknown,
    kEvent,  ///< the mode is the event, the chunk its data
    kData,   ///< both are in the data: `[mode, chunk]`
};

/// Judges events one by one. Thread: none of its own.
class Items {
  public:
    /// All are borrowed. `request` is the request's JSON body, null if it had none.
    Items(const StreamContract& stream,
          const ApiDocument& api,
          const Json* request,
          Breaches& breaches);

    /// Judges an event and says what it belongs to.
    [[nodiscard]] Chunk take(const Seen& seen);

    /// Returns the reading that was met, where several modes were asked for.
    [[nodiscard]] PairReading reading() const { return reading_; }
    /// Returns the modes asked for; nothing if nobody can say.
    [[nodiscard]] const std::optional<std::set<std::string, std::less<>>>& requested() const {
        return requested_;
    }

    /// Returns the names of events that were met, without namespaces; a few, if there are many.
    [[nodiscard]] const std::set<std::string, std::less<>>& names() const { return names_; }

  private:
    [[nodiscard]] Chunk place(const Seen& seen);
    [[nodiscard]] const StreamItem* item_of_mode(std::string_view mode) const;
    [[nodiscard]] std::string mode_of(const StreamItem* item) const;
    [[nodiscard]] bool is_pair_with_mode(const Json& data) const;
    [[nodiscard]] bool may_be_pairs() const { return !requested_ || requested_->size() > 1; }
    void judge_first(const Seen& seen);
    void judge_name(const Chunk& chunk);
    void judge_request(const Chunk& chunk);
    void judge_schema(const Chunk& chunk);
    void note_reading(PairReading reading, const Seen& seen);
    void note_violations(const std::vector<Violation>& violations,
                         const StreamItem& item,
                         const Json& data,
                         const Seen& seen,
                         std::optional<Rule> rule);
    [[nodiscard]] const Schema* schema_of(const StreamItem& item);

    const StreamContract& stream_;
    const ApiDocument& api_;
    Breaches& breaches_;
    std::optional<std::set<std::string, std::less<>>> requested_;
    std::map<const StreamItem*, std::optional<Schema>> schemas_;
    PairReading reading_ = PairReading::kUnknown;
    std::set<std::string, std::less<>> names_;
};

}  // namespace plumbline::streaming
