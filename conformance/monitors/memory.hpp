#pragma once
// What is known of the records of one environment: the little of each answer that later ones are
// compared with. Bounded: beyond kMaxRecords new records are not watched.

#include "conformance/monitors/quantity.hpp"
#include "conformance/monitors/statements.hpp"
#include "spec/base/clock.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plumbline::monitors {

/// One exchange, as findings name it and others are put in order with it.
struct Moment {
    Instant started{};
    Instant ended{};
    std::string text;                      ///< `GET http://... (step poll, suite.yaml:12:9)`
    bool is_read = false;                  ///< of one record
    const HistoryRule* as_read = nullptr;  ///< of a list that shows what reads do; null: it is none
};
using SharedMoment = std::shared_ptr<const Moment>;

/// A value and the exchange that showed it; without one, nothing is known.
template <typename T>
struct Fact {
    T value{};
    SharedMoment seen;
};

/// A value that never changes.
struct Constant {
    Fact<SharedJson> first;
    SharedMoment tried;  ///< the last patch that was to change it
};

/// A number that a client may leave to the server.
struct LeftOut {
    bool is_so = false;            ///< and its default can be told
    bool was_sent = false;         ///< by the last write, so that it is not left out
    std::optional<double> before;  ///< what stood there before the last write, and may be kept
};

/// What a client wrote as a whole.
struct Replacement {
    SharedJson sent;    ///< the last time; null: nobody knows
    SharedJson before;  ///< what had been sent before, as answers showed it; null: likewise
};

/// The greatest value that had settled, and one that may replace it once it has.
template <typename T>
struct Growth {
    Fact<T> settled;
    Fact<T> next;
};

/// What is known of a value by which the records that belong to this one are judged.
struct OfChildren {
    Fact<std::string> shown;  ///< the last value
    /// A list judged by a value that may change: it counts if the value is still the same then.
    Fact<std::string> listed;  ///< what did not fit; "": it fitted
};

/// What the last write of ours made of a record.
struct Written {
    SharedJson answer;                ///< null: nobody knows what it did
    const HistoryRule* by = nullptr;  ///< the writing operation's statement; null: it has none
    SharedMoment seen;                ///< null: there was no write
};

/// What is known of a value that names another record. Values are ids, but for the misfit.
struct Naming {
    Fact<std::string> named;    ///< what is named since then; "": nothing
    Fact<std::string> misfit;   ///< a state of it that does not fit, seen while it was named
    Fact<std::string> reached;  ///< the first that was seen in a state that fits
    Fact<std::string> unnamed;  ///< the same, when nothing was named afterwards
};

/// What is known of one record.
struct Record {
    const Type* type = nullptr;
    std::string id;
    std::string parent;           ///< id, "": none or not known
    std::uint64_t owner = 0;      ///< whose scenarios saw it first, or created it
    SharedMoment known;           ///< the first exchange that showed it
    std::uint64_t known_by = 0;   ///< who saw that, a number as in `created`
    Fact<std::uint64_t> created;  ///< by whom (a number that tells callers apart)

    std::vector<Constant> constants;  ///< as Type::constants, and so on
    std::vector<Growth<Quantity>> growing;
    std::vector<Growth<SharedJson>> kept;  ///< as Type::growing, of lists and objects
    std::vector<Fact<std::string>> finals;
    std::vector<LeftOut> left_out;      ///< as Type::defaults
    std::vector<Replacement> replaced;  ///< as Type::replaced
    Written written;
    int writes_under_way = 0;
    Fact<const HistoryRule*> deleted;
    SharedMoment gone;  ///< found no more, after its deletion

    std::vector<Fact<std::string>> newest;  ///< as Type::newest: the id shown
    std::vector<Naming> names;              ///< as Type::names
    std::vector<OfChildren> of_children;    ///< as Type::of_children
    std::vector<Fact<SharedJson>> watched;  ///< as Type::watched
    SharedMoment read;                      ///< the last read of it alone
    Fact<const HistoryRule*> listed;        ///< the last list with it that shows what reads do
    Fact<std::string> first;                ///< of the list of what belongs to it; "": it was empty
    Fact<std::string> behind;               ///< the first of a list in which it came later
    std::vector<std::string> children;      ///< ids of what belongs to it
};

/// The records of one environment. Thread: none of its own; who has it guards it.
class Memory {
  public:
    static constexpr std::size_t kMaxRecords = 10'000;
    static constexpr std::size_t kMaxRetired = 200'000;
    static constexpr std::size_t kMaxChildren = 1'000;  ///< of one record

    /// Returns the record of `type` with this id at `place` (a base URL), or null.
    [[nodiscard]] Record* find(const std::string& place, const Type& type, const std::string& id);
    /// The same; one that is not known becomes so. Null if there are too many.
    [[nodiscard]] Record* touch(const std::string& place,
                                const Type& type,
                                const std::string& id,
                                const SharedMoment& moment,
                                std::uint64_t owner);
    /// Forgets all of a record but its id: another one has it now.
    static void begin_anew(Record& record, const SharedMoment& moment, std::uint64_t owner);
    /// Returns all records of a type at a place.
    [[nodiscard]] const std::vector<Record*>& all(const std::string& place, const Type& type) const;
    /// Returns when a record that is no longer watched was seen first.
    [[nodiscard]] std::optional<Instant> retired(const std::string& place,
                                                 const Type& type,
                                                 const std::string& id) const;
    /// Watches the records of `owner` no longer; only that their ids are taken stays known.
    void let_go(std::uint64_t owner);
    void clear();

  private:
    std::unordered_map<std::string, std::unique_ptr<Record>> records_;
    std::map<std::string, std::vector<Record*>, std::less<>> by_type_;
    std::unordered_map<std::uint64_t, Instant> retired_;
};

/// Returns the id that a value holds, uuids in lower case; "" if it holds none.
[[nodiscard]] std::string id_of(const Json* value);

}  // namespace plumbline::monitors
