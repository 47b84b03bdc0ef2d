#pragma once
// Who is in which state, and who waits for a slot.

#include "mock_server/store/store.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plumbline::mock {

/// How many records of an owner are in a state. The texts are those of laws, which outlive it.
struct StateCount {
    std::string_view collection;
    std::string_view state;
    std::size_t number = 0;
};

/// The counts of one owner that are not 0: few, so they are looked through.
using StateCounts = std::vector<StateCount>;

/// A move from one state to another; "" stands for not being there. The texts are those of laws.
struct Passage {
    std::string_view collection;
    std::string_view from;
    std::string_view to;
};

/// Counts the records in each state: of one parent, of one tenant. Those of a parent are counted
/// for collections that somebody has asked about: nobody does about most.
class Tally {
  public:
    /// Notes that a record has moved. `of_tenant`: somebody asks for the counts of tenants.
    void move(const Record& record, const Passage& passage, bool of_tenant);
    /// Says whether the records of a collection are counted for their parents.
    [[nodiscard]] bool counts(std::string_view collection) const;
    /// Counts them from now on: these, which are all that there are, and what they do later.
    void count_all(std::string_view collection, const std::vector<const Record*>& records);
    /// Takes back what is counted of the children of a record that goes away.
    void forget(RecordNumber parent) { by_parent_.erase(parent); }
    /// Returns a number of a collection that is counted.
    [[nodiscard]] std::size_t of_parent(std::string_view collection,
                                        RecordNumber parent,
                                        std::string_view state) const;
    [[nodiscard]] std::size_t of_tenant(std::string_view collection,
                                        const std::string& tenant,
                                        std::string_view state) const;

  private:
    std::vector<std::string_view> counted_;  ///< collections, for parents
    ByNumber<StateCounts> by_parent_;
    std::unordered_map<std::string, StateCounts> by_tenant_;
};

/// Names the slots of one owner: a tenant, or a parent if that is "".
struct Share {
    std::string collection;
    std::string slot;
    std::string tenant;
    RecordNumber parent = 0;

    auto operator<=>(const Share&) const = default;
};

/// Who waits for slots, in the order of coming. Shares whose waiting records should be looked at
/// again are noted as stirred.
class Queues {
  public:
    /// A record, and the state it moves to with a slot.
    struct Waiting {
        RecordNumber record = 0;
        std::string_view to;  ///< of laws and switches
    };

    void join(const Share& share, RecordNumber record, std::string_view to);
    void leave(RecordNumber record);
    /// Says whether nobody waits for anything.
    [[nodiscard]] bool are_empty() const { return queues_.empty(); }
    /// Notes that there may be a free slot.
    void stir(const Share& share);
    void stir_all();
    /// Takes out a share that was stirred and that somebody waits for.
    [[nodiscard]] std::optional<Share> take_stirred();
    /// Returns who came next behind `number` (0: who came first), with a number of its own.
    [[nodiscard]] std::optional<std::pair<std::uint64_t, Waiting>> next(const Share& share,
                                                                        std::uint64_t number) const;

  private:
    std::map<Share, std::map<std::uint64_t, Waiting>> queues_;
    std::unordered_map<RecordNumber, std::pair<Share, std::uint64_t>> places_;
    std::set<Share> stirred_;
    std::uint64_t last_ = 0;
};

}  // namespace plumbline::mock
