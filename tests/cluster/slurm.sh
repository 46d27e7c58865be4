# slurm.sh -- a Slurm of one machine in a folder of its own: a controller and some nodes, which are daemons on the
# loopback that share the machine. Read by ". tests/cluster/slurm.sh"; what it starts it stops.

# start_slurm FOLDER NODES [KEY=VALUE]...: of slurm.conf, what this site sets otherwise. Exports SLURM_CONF; fails where
# it does not come up.
start_slurm() {
    slurm_folder=$1 slurm_nodes=$2
    shift 2
    mkdir -p "$slurm_folder/state" "$slurm_folder/spool"
    slurm_port=$((20000 + $$ % 20000))
    slurm_name=$(hostname -s)
    cat >"$slurm_folder/slurm.conf" <<CONF
ClusterName=assay
SlurmctldHost=$slurm_name(127.0.0.1)
SlurmctldPort=$slurm_port
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
StateSaveLocation=$slurm_folder/state
SlurmdSpoolDir=$slurm_folder/spool/%n
SlurmctldPidFile=$slurm_folder/slurmctld.pid
SlurmdPidFile=$slurm_folder/slurmd.%n.pid
SlurmctldLogFile=$slurm_folder/slurmctld.log
SlurmdLogFile=$slurm_folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SchedulerParameters=defer_batch,sched_interval=2,sched_min_interval=0,batch_sched_delay=0,requeue_delay=1
MinJobAge=2000
KillWait=5
InactiveLimit=0
SlurmdTimeout=60
JobRequeue=1
MaxArraySize=1001
CONF
    for set_here in "$@"; do
        sed -i "/^${set_here%%=*}=/d" "$slurm_folder/slurm.conf"
        echo "$set_here" >>"$slurm_folder/slurm.conf"
    done
    for node in $(seq 1 "$slurm_nodes"); do
        echo "NodeName=n$node NodeHostname=$slurm_name NodeAddr=127.0.0.1 Port=$((slurm_port + node)) CPUs=2 Boards=1" \
            "SocketsPerBoard=1 CoresPerSocket=2 ThreadsPerCore=1 RealMemory=1000 State=UNKNOWN" \
            >>"$slurm_folder/slurm.conf"
    done
    echo "PartitionName=all Nodes=n[1-$slurm_nodes] Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO" \
        >>"$slurm_folder/slurm.conf"
    export SLURM_CONF=$slurm_folder/slurm.conf
    slurmctld -D -i >"$slurm_folder/slurmctld.out" 2>&1 &
    slurm_processes=$!
    for node in $(seq 1 "$slurm_nodes"); do
        slurmd -D -N "n$node" >"$slurm_folder/slurmd.out.$node" 2>&1 &
        slurm_processes="$slurm_processes $!"
    done
    for tries in $(seq 1 60); do
        idle=$(sinfo -h -o '%T %D' 2>/dev/null | awk '$1 == "idle" { n += $2 } END { print n + 0 }')
        [ "$idle" = "$slurm_nodes" ] &&
            return
        sleep 0.5
    done
    tail -n 5 "$slurm_folder"/*.log "$slurm_folder"/*.out* >&2
    return 1
}

stop_slurm() {
    [ -n "$slurm_folder" ] || return 0
    scancel -u "$(id -un)" 2>/dev/null
    kill $slurm_processes 2>/dev/null
    wait $slurm_processes 2>/dev/null
    slurm_folder=
}
