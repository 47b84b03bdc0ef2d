#include "mock_server/faults/fault.hpp"

#include <algorithm>

namespace plumbline::mock {

bool Fault::applies_to(std::string_view operation_id) const {
    return operations.empty() || operations.contains(operation_id);
}

bool FaultSet::skips(FaultStage stage, std::string_view operation_id, bool is_second_try) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return (is_second_try || !fault.refuse_but_execute) && fault.skips.contains(stage) &&
               fault.applies_to(operation_id);
    });
}

bool FaultSet::executes_refused(std::string_view operation_id) const {
    return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
        return fault.refuse_but_execute && fault.applies_to(operation_id);
    });
}

FaultOverrides FaultSet::overrides() const {
    FaultOverrides all;
    for (const Fault& fault : faults_) {
        all.merge(fault.overrides);
        if (fault.skips.contains(FaultStage::kDeletion)) all.retains_deleted = true;
    }
    return all;
}

std::set<std::string, std::less<>> FaultSet::disabled_rules() const {
    std::set<std::string, std::less<>> rules;
    for (const Fault& fault : faults_)
        rules.insert(fault.disabled_rules.begin(), fault.disabled_rules.end());
    return rules;
}

template <typename Item>
std::vector<Item> FaultSet::items_for(std::string_view operation_id,
                                      std::vector<Item> Fault::*list) const {
    std::vector<Item> items;
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        items.insert(items.end(), (fault.*list).begin(), (fault.*list).end());
    }
    return items;
}

std::vector<Effect> FaultSet::effects(std::string_view operation_id) const {
    return items_for(operation_id, &Fault::effects);
}

std::vector<std::string> FaultSet::tolerated_pointers(std::string_view operation_id,
                                                      bool is_second_try) const {
    std::vector<std::string> pointers;
    for (const Fault& fault : faults_) {
        if (fault.applies_to(operation_id) && (is_second_try || !fault.refuse_but_execute))
            pointers.insert(pointers.end(), fault.tolerates.begin(), fault.tolerates.end());
    }
    return pointers;
}

std::vector<std::string> FaultSet::refused_nulls(std::string_view operation_id) const {
    return items_for(operation_id, &Fault::refused_nulls);
}

RunFaults FaultSet::run_faults() const {
    RunFaults run_faults;
    for (const Fault& fault : faults_)
        run_faults.insert(fault.run_faults.begin(), fault.run_faults.end());
    return run_faults;
}

std::vector<ValueChange> FaultSet::input_changes() const {
    std::vector<ValueChange> changes;
    for (const Fault& fault : faults_)
        changes.insert(changes.end(), fault.input_changes.begin(), fault.input_changes.end());
    return changes;
}

EngineResponse FaultSet::apply(std::string_view operation_id, EngineResponse response) const {
    const int status = response.status;
    std::vector<StreamChange> of_chunks;  // last: other changes write each event as one chunk
    for (const Fault& fault : faults_) {
        if (!fault.applies_to(operation_id)) continue;
        std::vector<StreamChange> of_events = fault.stream_changes;
        const auto chunks = std::stable_partition(
            of_events.begin(), of_events.end(), [](const StreamChange& change) {
                return !change.changes_chunks();
            });
        of_chunks.insert(of_chunks.end(), chunks, of_events.end());
        of_events.erase(chunks, of_events.end());
        if (response.stream)
            response.stream = with_changes(std::move(response.stream), std::move(of_events));
        response = with_changes(std::move(response), fault.response_changes, status);
    }
    if (response.stream)
        response.stream = with_changes(std::move(response.stream), std::move(of_chunks));
    return response;
}

std::vector<std::string> FaultSet::fault_ids() const {
    return ids_of(false);
}

std::vector<std::string> FaultSet::variant_ids() const {
    return ids_of(true);
}

std::vector<std::string> FaultSet::ids_of(bool are_variants) const {
    std::vector<std::string> ids;
    for (const Fault& fault : faults_) {
        if (fault.is_variant == are_variants) ids.push_back(fault.id);
    }
    return ids;
}

bool FaultSet::redirects_slashes() const {
    return std::ranges::any_of(
        faults_, [](const Fault& fault) { return fault.slash_redirect != SlashRedirect::kNone; });
}

SlashRedirect FaultSet::slash_redirect(std::string_view operation_id) const {
    for (const Fault& fault : faults_) {
        if (fault.slash_redirect != SlashRedirect::kNone && fault.applies_to(operation_id))
            return fault.slash_redirect;
    }
    return SlashRedirect::kNone;
}

PickedRecord FaultSet::picks(std::string_view operation_id) const {
    for (const Fault& fault : faults_) {
        if (fault.picks != PickedRecord::kNamed && fault.applies_to(operation_id))
            return fault.picks;
    }
    return PickedRecord::kNamed;
}

}  // namespace plumbline::mock
